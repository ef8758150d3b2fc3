import { at, entered, say, signIn, when } from '../page/session.js';
import { graph } from './api.js';
import { KINDS, kindOf, PREFIX } from './kinds.js';
import { chip, Panel } from './panel.js';
import { Picture } from './picture.js';

const picture = new Picture(at('graph'), at('tip'), (node) => {
  if (node) void panel.about(node);
  else panel.ranking(data);
});
const panel = new Panel(at('panel'), picture);
let data;

async function load(cursor = '') {
  say('Loading …');
  data = await graph({
    limit: at('limit').value,
    vendorLimit: at('vendors').value,
    query: at('query').value.trim(),
    connectionTypes: at('type').value,
    cursor,
  });
  entered();
  if (data.nodes.length === 0) say('No fourth parties match. Import DNS records with the import dns command, or broaden the search.');
  for (const id of ['settings', 'picture', 'panel']) at(id).hidden = false;
  at('more').hidden = data.nextCursor === undefined;
  picture.draw(data);
  panel.ranking(data);
  drawLegend();
}

function drawLegend() {
  const used = new Set(data.edges.flatMap((edge) => edge.connectionTypes.map(kindOf)));
  const entries = Object.keys(KINDS).filter((kind) => used.has(kind));
  at('legend').replaceChildren(
    ...entries.map((kind) => {
      const entry = document.createElement('li');
      entry.append(chip(kind));
      return entry;
    }),
  );
  const vendor = document.createElement('li');
  vendor.textContent = '◆ critical vendor · ● vendor · dashed: new · red ring: open security event';
  at('legend').append(vendor);
  at('legend').hidden = entries.length === 0;
}

for (const [kind, { name }] of Object.entries(KINDS)) at('type').append(new Option(name, PREFIX + kind));
signIn({
  action: 'Draw the graph',
  scopes: ['avd.read'],
  open: () => load(),
  close: () => {
    for (const id of ['settings', 'picture', 'panel']) at(id).hidden = true;
  },
});
when('settings', 'submit', () => load());
when('more', 'click', () => load(data.nextCursor));
for (const button of document.querySelectorAll('#zoom button')) {
  button.addEventListener('click', () => picture.zoom(Number(button.dataset.zoom)));
}
