import { addSparklines, cards } from './cards.js';
import { history } from './chart.js';
import { make } from './elements.js';
import { histories, historyOf, summary } from './lists.js';
import { forget, useCredential, useToken } from './session.js';

const HISTORY_DAYS = 90;
const at = (id) => document.getElementById(id);
let more;
let opener;

function say(text, isBad = false) {
  at('message').textContent = text;
  at('message').classList.toggle('bad', isBad);
}

/** Runs work and shows its errors. */
function attempt(work) {
  work().catch((error) => say(error.message, true));
}

async function load() {
  say('Loading …');
  const data = await summary();
  at('cards').replaceChildren(...cards(data, show, showHistory));
  at('door').hidden = true;
  for (const id of ['board', 'leave']) at(id).hidden = false;
  say('');
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

function leave() {
  forget();
  for (const id of ['board', 'leave', 'rows']) at(id).hidden = true;
  for (const id of ['client-id', 'client-secret', 'token']) at(id).value = '';
  at('cards').replaceChildren();
  at('rows-body').replaceChildren();
  at('door').hidden = false;
  say('');
}

function when(id, event, work) {
  at(id).addEventListener(event, (happened) => {
    happened.preventDefault();
    attempt(work);
  });
}

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
when('more', 'click', () => more());
when('close', 'click', async () => closeRows());
when('leave', 'click', async () => leave());
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !at('rows').hidden) closeRows();
});
