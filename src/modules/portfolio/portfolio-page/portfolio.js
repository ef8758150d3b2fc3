import { at, attempt, entered, say, signIn, when } from '../page/session.js';
import { addSparklines, cards } from './cards.js';
import { history } from './chart.js';
import { make } from './elements.js';
import { histories, historyOf, summary } from './lists.js';

const HISTORY_DAYS = 90;
const SCOPES = ['findings.read', 'vendor-directory.read', 'security-events.read', 'avd.read'];
let more;
let opener;

async function load() {
  const data = await summary();
  at('cards').replaceChildren(...cards(data, show, showHistory));
  at('board').hidden = false;
  entered();
  const domains = [...data.worstVendors, ...data.fallingVendors].map(({ vendorDomain }) => vendorDomain);
  addSparklines(at('cards'), await histories([...new Set(domains)], HISTORY_DAYS));
}

/** Opens the rows behind a number; closing them returns to it. */
function show(title, list, from, chart) {
  attempt(async () => {
    say('Loading …');
    const { rows, next, total } = await list.page();
    opener = from;
    at('rows-title').textContent = title;
    at('rows-note').textContent = rows.length === 0 ? 'No rows.' : `${total} in total`;
    at('rows-chart').replaceChildren(...(chart ? [chart] : []));
    at('rows-chart').hidden = chart === undefined;
    at('rows-head').replaceChildren(make('tr', {}, ...list.columns.map((name) => make('th', { scope: 'col' }, name))));
    at('rows-body').replaceChildren();
    addRows(list, rows, next);
    at('rows').hidden = false;
    at('rows-title').focus();
    at('rows').scrollIntoView({ block: 'start' });
    say('');
  });
}

function addRows(list, rows, next) {
  const lines = rows.map((cells) => make('tr', {}, ...cells.map((cell, index) => make('td', { 'data-name': list.columns[index] }, cell))));
  at('rows-body').append(...lines);
  more =
    next &&
    (async () => {
      const page = await list.page(next);
      addRows(list, page.rows, page.next);
    });
  at('more').hidden = next === undefined;
}

function showHistory(vendor, from) {
  attempt(async () => {
    const days = (await histories([vendor.vendorDomain], HISTORY_DAYS)).get(vendor.vendorDomain) ?? [];
    show(`Score history of ${vendor.companyName}`, historyOf(days), from, days.length > 1 ? history(days) : undefined);
  });
}

function closeRows() {
  at('rows').hidden = true;
  opener?.focus();
}

signIn({
  action: 'Show the portfolio',
  scopes: SCOPES,
  open: load,
  close: () => {
    for (const id of ['board', 'rows']) at(id).hidden = true;
    for (const id of ['cards', 'rows-body']) at(id).replaceChildren();
  },
});
when('more', 'click', () => more());
when('close', 'click', async () => closeRows());
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !at('rows').hidden) closeRows();
});
