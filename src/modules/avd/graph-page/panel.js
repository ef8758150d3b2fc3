import { relationships } from './api.js';
import { KINDS, kindOf } from './kinds.js';
import { describe, svg } from './picture.js';

const MAX_RANKED = 40;

function html(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The text panel next to the graph: the ranking, or details of the selected node. */
export class Panel {
  constructor(root, picture) {
    this.root = root;
    this.picture = picture;
  }

  /** The content of the graph as text. */
  ranking({ nodes, totalCount, connectedVendorCount }) {
    const parties = nodes.filter((node) => node.kind.endsWith('_FOURTH_PARTY'));
    const vendors = nodes.length - parties.length;
    const most = Math.max(1, ...parties.map((party) => party.connectionCount));
    const items = parties.slice(0, MAX_RANKED).map((party) => {
      const share = (100 * party.connectionCount) / most;
      const bar = svg('svg', { class: 'bar', 'aria-hidden': 'true', preserveAspectRatio: 'none', viewBox: '0 0 100 5' });
      bar.append(svg('rect', { width: share.toFixed(1), height: 5, rx: 1, fill: this.picture.colorOf(party.id) }));
      return this.item(party.id, party.companyName, `${party.connectionCount}`, bar);
    });
    this.root.replaceChildren(
      html('h2', {}, 'Most used fourth parties'),
      html('p', {}, `${parties.length} of ${totalCount} fourth parties, ${vendors} of the ${connectedVendorCount} vendors that use them.`),
      html('ol', {}, ...items),
    );
  }

  async about(node) {
    const isVendor = node.kind.endsWith('_VENDOR');
    const list = html('ol', {}, html('li', {}, 'Loading …'));
    const heading = isVendor ? 'Its fourth parties' : 'Vendors that use it';
    this.root.replaceChildren(
      html('h2', {}, node.companyName),
      html('p', {}, node.domain),
      html('p', {}, `${capital(describe(node))}.`),
      html('h3', {}, heading),
      list,
    );
    this.current = node;
    const filter = isVendor ? { vendorDomains: [node.domain] } : { fourthPartyDomains: [node.domain] };
    const statuses = ['FOURTH_PARTY_STATUS_NEW', 'FOURTH_PARTY_STATUS_ACTIVE'];
    try {
      const { fourthParties, totalCount } = await relationships({ ...filter, statuses });
      if (this.current !== node) return;
      list.replaceChildren(...fourthParties.map((row) => this.relationship(row, isVendor)));
      if (totalCount > fourthParties.length) list.append(html('li', {}, `and ${totalCount - fourthParties.length} more`));
    } catch (error) {
      list.replaceChildren(html('li', {}, error.message));
    }
  }

  relationship(row, isVendor) {
    const { domain, companyName } = isVendor ? row.fourthParty : { domain: row.vendor.domainName, companyName: row.vendor.companyName };
    const id = `${isVendor ? 'fourth-party' : 'vendor'}:${domain}`;
    const status = row.status.endsWith('_NEW') ? 'new' : '';
    const chips = row.connectionTypes.map((type) => chip(kindOf(type)));
    const [first] = row.evidence;
    return this.item(
      id,
      companyName,
      status,
      html('span', { className: 'chips' }, ...chips, row.products.join(', ')),
      ...(first ? [html('p', { className: 'evidence' }, `${first.recordType.replace(/.*_/, '')} ${first.record} → ${first.value}`)] : []),
    );
  }

  item(id, title, number, ...more) {
    const button = html(
      'button',
      { type: 'button' },
      html('span', { className: 'title' }, title),
      html('span', { className: 'number' }, number),
    );
    button.disabled = !this.picture.nodes.has(id);
    button.addEventListener('click', () => this.picture.choose(id));
    button.addEventListener('pointerenter', () => this.picture.show(id));
    button.addEventListener('pointerleave', () => this.picture.show());
    return html('li', {}, button, ...more);
  }
}

export function chip(kind) {
  const { name, color } = KINDS[kind];
  const dot = svg('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, svg('circle', { cx: 6, cy: 6, r: 6, fill: color }));
  return html('span', { className: 'chip' }, dot, name);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
