import { inkOn, KINDS, kindOf } from './kinds.js';
import { arrange, labelSize } from './layout.js';

const RING = 400;
const SVG = 'http://www.w3.org/2000/svg';

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The graph on the page: draws it, highlights connected nodes, reports the selection. */
export class Picture {
  constructor(root, tip, onChoose) {
    this.root = root;
    this.tip = tip;
    this.onChoose = onChoose;
    this.chosen = undefined;
    this.listen();
  }

  draw({ nodes, edges }) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.edges = edges;
    this.places = arrange(nodes, edges, RING);
    this.mainKind = mainKinds(nodes, edges);
    this.edgeElements = edges.map((edge) => this.edge(edge));
    this.nodeElements = new Map(nodes.map((node) => [node.id, this.node(node)]));
    this.root.replaceChildren(svg('g', {}, ...this.edgeElements), svg('g', {}, ...this.nodeElements.values()));
    this.chosen = undefined;
    this.wholeView();
    this.show();
  }

  colorOf(id) {
    return KINDS[this.mainKind.get(id) ?? 'OTHER'].color;
  }

  choose(id) {
    this.chosen = id;
    this.show();
    this.onChoose(id === undefined ? undefined : this.nodes.get(id));
  }

  zoom(factor) {
    if (factor === 0) this.wholeView();
    else this.zoomAt(factor, this.view.x + this.view.width / 2, this.view.y + this.view.height / 2);
  }

  edge({ source, target, status, connectionTypes }) {
    const from = this.places.get(source);
    const to = this.places.get(target);
    // Curved towards the middle, so that edges of neighbours bundle.
    const bend = { x: from.x * 0.5 + to.x * 0.25, y: from.y * 0.5 + to.y * 0.25 };
    const path = svg('path', {
      d: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${bend.x.toFixed(1)} ${bend.y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`,
      class: status.endsWith('_NEW') ? 'edge new' : 'edge',
    });
    path.style.stroke = KINDS[kindOf(connectionTypes[0] ?? '')]?.color ?? KINDS.OTHER.color;
    return path;
  }

  node(node) {
    const place = this.places.get(node.id);
    const isVendor = place.angle !== undefined;
    const group = svg('g', {
      class: `node ${isVendor ? 'vendor' : 'party'}${node.isCritical ? ' critical' : ''}`,
      transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`,
      tabindex: '0',
      role: 'button',
      'aria-label': `${node.companyName}, ${describe(node)}`,
    });
    group.append(...(isVendor ? this.vendorMarks(node, place) : this.partyMarks(node, place)));
    group.dataset.id = node.id;
    return group;
  }

  vendorMarks(node, { angle, r }) {
    const mark = node.isCritical ? svg('path', { class: 'mark', d: 'M0-7.5L7.5 0 0 7.5-7.5 0Z' }) : svg('circle', { r });
    const crowded = this.nodes.size > 190;
    const left = Math.abs(angle) > Math.PI / 2;
    const turn = (angle * 180) / Math.PI + (left ? 180 : 0);
    const label = svg(
      'text',
      {
        transform: `rotate(${turn.toFixed(1)})`,
        x: left ? -12 : 12,
        'text-anchor': left ? 'end' : 'start',
        'font-size': crowded ? 8 : 11.5,
      },
      shorten(node.companyName, 22),
    );
    return [mark, label];
  }

  partyMarks(node, { r }) {
    const color = this.colorOf(node.id);
    const marks = [svg('circle', { r: r.toFixed(1), fill: color })];
    if (node.openSecurityEventCount > 0) marks.unshift(svg('circle', { class: 'alarm', r: (r + 4).toFixed(1) }));
    if (r >= 10) {
      const size = Math.max(10, Math.min(18, r * 0.7));
      marks.push(svg('text', { class: 'count', 'font-size': size.toFixed(1), fill: inkOn(color) }, String(node.connectionCount)));
      marks.at(-1).style.fill = inkOn(color);
    }
    const size = labelSize(r);
    marks.push(svg('text', { class: 'name', y: (r + size).toFixed(1), 'font-size': size.toFixed(1) }, shorten(node.companyName, 20)));
    return marks;
  }

  /** Highlights the connections of the node under the pointer, otherwise of the selected one. */
  show(hovered) {
    const id = hovered ?? this.chosen;
    this.root.classList.toggle('focused', id !== undefined);
    const on = new Set(id === undefined ? [] : [id]);
    this.edges.forEach(({ source, target }, index) => {
      const element = this.edgeElements[index];
      const touches = source === id || target === id;
      if (touches) on.add(source).add(target);
      element.classList.toggle('on', touches);
    });
    for (const [key, element] of this.nodeElements) element.classList.toggle('on', on.has(key));
  }

  listen() {
    const idAt = (event) => event.target.closest?.('.node')?.dataset.id;
    let grip;
    this.root.addEventListener('pointermove', (event) => {
      if (grip) {
        const scale = this.scale();
        this.moveView(grip.x - (event.clientX - grip.clientX) / scale, grip.y - (event.clientY - grip.clientY) / scale);
        return;
      }
      const id = idAt(event);
      this.show(id);
      this.say(id, event);
    });
    this.root.addEventListener('pointerleave', () => {
      if (!this.edges) return;
      this.show();
      this.say();
    });
    this.root.addEventListener('pointerdown', (event) => {
      if (idAt(event) !== undefined) return;
      grip = { x: this.view.x, y: this.view.y, clientX: event.clientX, clientY: event.clientY };
      this.root.setPointerCapture(event.pointerId);
      this.root.classList.add('moving');
    });
    this.root.addEventListener('pointerup', (event) => {
      const still = grip && Math.hypot(event.clientX - grip.clientX, event.clientY - grip.clientY) < 4;
      grip = undefined;
      this.root.classList.remove('moving');
      if (still) this.choose(undefined);
    });
    this.root.addEventListener('click', (event) => {
      const id = idAt(event);
      if (id !== undefined) this.choose(id);
    });
    this.root.addEventListener('keydown', (event) => {
      const id = idAt(event);
      if (id !== undefined && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        this.choose(id);
      } else if (event.key === 'Escape') this.choose(undefined);
    });
    this.root.addEventListener('focusin', (event) => this.show(idAt(event)));
    this.root.addEventListener('focusout', () => this.show());
    this.root.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const box = this.root.getBoundingClientRect();
        const scale = this.scale();
        const x = this.view.x + this.view.width / 2 + (event.clientX - box.left - box.width / 2) / scale;
        const y = this.view.y + this.view.height / 2 + (event.clientY - box.top - box.height / 2) / scale;
        this.zoomAt(event.deltaY < 0 ? 1.12 : 0.89, x, y);
      },
      { passive: false },
    );
  }

  say(id, event) {
    this.tip.hidden = id === undefined;
    if (id === undefined) return;
    const node = this.nodes.get(id);
    const strong = document.createElement('strong');
    strong.textContent = node.companyName;
    this.tip.replaceChildren(strong, `${node.domain} · ${describe(node)}`);
    const box = this.root.parentElement.getBoundingClientRect();
    const x = Math.min(event.clientX - box.left + 14, box.width - this.tip.offsetWidth - 8);
    const y = Math.min(event.clientY - box.top + 14, box.height - this.tip.offsetHeight - 8);
    this.tip.style.transform = `translate(${x}px, ${y}px)`;
  }

  wholeView() {
    const reach = RING + 160;
    this.view = { x: -reach, y: -reach, width: 2 * reach, height: 2 * reach };
    this.applyView();
  }

  zoomAt(factor, x, y) {
    const width = Math.min(2600, Math.max(200, this.view.width / factor));
    const share = width / this.view.width;
    this.view = { x: x - (x - this.view.x) * share, y: y - (y - this.view.y) * share, width, height: this.view.height * share };
    this.applyView();
  }

  moveView(x, y) {
    Object.assign(this.view, { x, y });
    this.applyView();
  }

  applyView() {
    const { x, y, width, height } = this.view;
    this.root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  }

  /** Pixels per unit of the graph. */
  scale() {
    const box = this.root.getBoundingClientRect();
    return Math.min(box.width / this.view.width, box.height / this.view.height);
  }
}

export function describe(node) {
  if (node.kind.endsWith('_VENDOR')) {
    return `${node.isCritical ? 'critical vendor' : 'vendor'}, ${count(node.connectionCount, 'fourth party', 'fourth parties')}`;
  }
  const critical = node.criticalVendorCount > 0 ? `, ${node.criticalVendorCount} of them critical` : '';
  const events =
    node.openSecurityEventCount > 0 ? `, ${count(node.openSecurityEventCount, 'open security event', 'open security events')}` : '';
  return `fourth party${node.isInDirectory ? ' and vendor' : ''}, ${count(node.connectionCount, 'vendor', 'vendors')}${critical}${events}`;
}

function count(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

function shorten(text, max) {
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
}

/** The most common connection kind of each fourth party. */
function mainKinds(nodes, edges) {
  const tallies = new Map(nodes.map((node) => [node.id, new Map()]));
  for (const { target, connectionTypes } of edges) {
    const tally = tallies.get(target);
    for (const type of connectionTypes) tally.set(kindOf(type), (tally.get(kindOf(type)) ?? 0) + 1);
  }
  const main = ([id, tally]) => [id, [...tally].sort((one, other) => other[1] - one[1])[0]?.[0]];
  return new Map([...tallies].map(main));
}
