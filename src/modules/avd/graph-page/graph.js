import { forget, graph, useCredential, useToken } from './api.js';
import { KINDS, kindOf, PREFIX } from './kinds.js';
import { chip, Panel } from './panel.js';
import { Picture } from './picture.js';

const at = (id) => document.getElementById(id);

const picture = new Picture(at('graph'), at('tip'), (node) => {
  if (node) void panel.about(node);
  else panel.ranking(data);
});
const panel = new Panel(at('panel'), picture);
let data;

function say(text, isBad = false) {
  at('message').textContent = text;
  at('message').classList.toggle('bad', isBad);
}

async function load(cursor = '') {
  say('Loading …');
  data = await graph({
    limit: at('limit').value,
    vendorLimit: at('vendors').value,
    query: at('query').value.trim(),
    connectionTypes: at('type').value,
    cursor,
  });
  say(data.nodes.length === 0 ? 'No fourth parties match. Import DNS records with the import dns command, or broaden the search.' : '');
  for (const id of ['settings', 'picture', 'panel']) at(id).hidden = false;
  at('door').hidden = true;
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

function leave() {
  forget();
  for (const id of ['settings', 'picture', 'panel']) at(id).hidden = true;
  for (const id of ['client-id', 'client-secret', 'token']) at(id).value = '';
  at('door').hidden = false;
  say('');
}

/** Runs the action of a form or button and shows its errors. */
function when(id, event, work) {
  at(id).addEventListener(event, (happened) => {
    happened.preventDefault();
    work().catch((error) => say(error.requestId ? `${error.message} (${error.requestId})` : error.message, true));
  });
}

for (const [kind, { name }] of Object.entries(KINDS)) at('type').append(new Option(name, PREFIX + kind));
when('by-client', 'submit', async () => {
  useCredential(at('client-id').value, at('client-secret').value);
  at('client-secret').value = '';
  await load();
});
when('by-token', 'submit', async () => {
  useToken(at('token').value);
  at('token').value = '';
  await load();
});
when('settings', 'submit', () => load());
when('more', 'click', () => load(data.nextCursor));
when('leave', 'click', async () => leave());
for (const button of document.querySelectorAll('#zoom button')) {
  button.addEventListener('click', () => picture.zoom(Number(button.dataset.zoom)));
}
