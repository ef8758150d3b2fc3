import { sparkline } from './chart.js';
import { badge, leads, make } from './elements.js';
import * as lists from './lists.js';

const GRADES = [
  ['a', 90, 100],
  ['b', 80, 89],
  ['c', 70, 79],
  ['d', 60, 69],
  ['f', 0, 59],
];
const plural = (count, word) => `${count} ${word}${String(count) === '1' ? '' : 's'}`;

function card(title, wide, ...content) {
  const id = `card-${title.toLowerCase().replaceAll(' ', '-')}`;
  return make('section', { class: wide ? 'card wide' : 'card', 'aria-labelledby': id }, make('h2', { id }, title), ...content);
}

/** Vendors by grade, now and before; each count leads to its vendors. */
function grades({ grades: { current, thirtyDaysAgo, ninetyDaysAgo }, vendorCount }, show) {
  const sum = (counts) => GRADES.reduce((total, [grade]) => total + counts[grade], 0);
  const stack = (counts, when, listOf) => {
    const parts = GRADES.filter(([grade]) => counts[grade] > 0).map(([grade, low, high]) => {
      const [letter, count] = [grade.toUpperCase(), counts[grade]];
      const label = `${plural(count, 'vendor')} with grade ${letter} ${when}`;
      const part = make('button', { type: 'button', class: `grade-${grade}`, 'aria-label': label }, `${letter} ${count}`);
      part.addEventListener('click', () =>
        show(`Vendors with grade ${letter} ${when}`, listOf(`SCORE_GRADE_${letter}`, count, low, high), part),
      );
      part.style.flex = `${count} 1 34px`;
      return part;
    });
    return make('div', { class: 'stack', role: 'group', 'aria-label': `Grades ${when}` }, ...parts);
  };
  const past = (counts, days) => {
    const when = `${days} days ago`;
    if (!counts) return [make('p', {}, `${when}: no scores yet`)];
    return [make('p', {}, when), stack(counts, when, (grade, count) => lists.vendorsOnceGraded(grade, days, count))];
  };
  const good = (counts) => (sum(counts) === 0 ? 0 : Math.round((100 * (counts.a + counts.b)) / sum(counts)));
  const earlier = thirtyDaysAgo ?? ninetyDaysAgo;
  const trend = earlier ? `${good(current)} % have an A or B, after ${good(earlier)} % ${thirtyDaysAgo ? '30' : '90'} days ago.` : '';
  const all = leads(plural(vendorCount, 'vendor'), `Show all ${plural(vendorCount, 'vendor')}`, (from) =>
    show('All vendors', lists.everyVendor(), from),
  );
  const scored = leads(String(sum(current)), `Show ${plural(sum(current), 'scored vendor')}`, (from) =>
    show('Scored vendors', lists.scoredVendors(), from),
  );
  return card(
    'Grades',
    true,
    make('p', {}, all, ' in the directory, ', scored, ` of them scored. ${trend}`),
    make('p', {}, 'Now'),
    stack(current, 'now', (_grade, _count, low, high) => lists.vendorsBetween(low, high)),
    ...past(thirtyDaysAgo, 30),
    ...past(ninetyDaysAgo, 90),
  );
}

function vendorLine(vendor, extra, showHistory, show) {
  const { companyName, vendorDomain, score, scoreGrade, openObservationCount } = vendor;
  const name = leads(companyName, `Score history of ${companyName}`, (from) => showHistory(vendor, from));
  const current = leads(`${score}${extra}`, `Score ${score} of ${companyName}: show its history`, (from) => showHistory(vendor, from));
  const open = leads(openObservationCount, `Show ${plural(openObservationCount, 'open observation')} of ${companyName}`, (from) =>
    show(`Open observations of ${companyName}`, lists.ofVendor(vendorDomain), from),
  );
  const shown = make('span', {}, badge(scoreGrade), ' ', current);
  return make('li', { 'data-domain': vendorDomain }, name, shown, make('span', { class: 'soft' }, open, ' open'));
}

function vendorsCard(title, vendors, empty, extra, showHistory, show) {
  if (vendors.length === 0) return card(title, false, make('p', {}, empty));
  const lines = vendors.map((vendor) => vendorLine(vendor, extra(vendor), showHistory, show));
  return card(title, false, make('ol', { class: 'list vendors' }, ...lines));
}

function criticals({ openCriticals: { count, byAge } }, show) {
  const most = Math.max(1, ...byAge.map((age) => Number(age.count)));
  const lines = byAge.map((age) => {
    const name = age.toDays === undefined ? `over ${age.fromDays - 1} days` : `${age.fromDays} to ${age.toDays} days`;
    const bar = make('span', {});
    bar.style.width = `${(100 * Number(age.count)) / most}%`;
    const number = leads(age.count, `Show ${plural(age.count, 'critical observation')}, ${name} old`, (from) =>
      show(`Critical observations, ${name} old`, lists.criticalsOfAge(age), from),
    );
    return make('li', {}, name, make('span', { class: 'meter', 'aria-hidden': 'true' }, bar), number);
  });
  const total = leads(
    count,
    `Show all ${plural(count, 'open critical observation')}`,
    (from) => show('Open critical observations', lists.criticals(), from),
    'figure',
  );
  return card('Open criticals by age', false, total, make('ul', { class: 'list ages' }, ...lines));
}

function overdueCard({ overdue }, show) {
  const text = overdue.countType === 'TOTAL_COUNT_TYPE_LOWER_BOUND' ? `over ${overdue.count}` : overdue.count;
  const number = leads(text, `Show ${text} overdue observations`, (from) => show('Overdue observations', lists.overdue(), from), 'figure');
  return card('Overdue', false, number, make('p', {}, 'open observations whose due date has passed'));
}

/** The summary names the ten events that are due first; their rows stand for all. */
function eventsCard({ eventsAwaitingAnswers: { eventCount, requestCount, overdueRequestCount, events } }, show) {
  const lines = events.map((event) => {
    const title = make('span', {}, event.title);
    const number = leads(
      String(event.requestCount),
      `Show ${plural(event.requestCount, 'vendor')} that did not answer about ${event.title}`,
      (from) => show(`Not answered: ${event.title}`, lists.awaiting([event], event.requestCount), from),
    );
    return make('li', {}, title, make('span', { class: 'soft' }, event.dueAt ? `due ${event.dueAt.slice(0, 10)}` : ''), number);
  });
  const all = leads(plural(requestCount, 'request'), `Show ${plural(requestCount, 'request')} without an answer`, (from) =>
    show('Requests without an answer', lists.awaiting(events, requestCount), from),
  );
  const overdue = leads(String(overdueRequestCount), `Show ${plural(overdueRequestCount, 'overdue request')}`, (from) =>
    show('Overdue requests', lists.awaiting(events, overdueRequestCount, lists.isOverdue), from),
  );
  const text = make('p', {}, all, ` about ${plural(eventCount, 'event')}, `, overdue, ' of them overdue');
  return card('Events awaiting answers', false, text, make('ul', { class: 'list' }, ...lines));
}

function fourthParties({ topFourthParties }, show) {
  const lines = topFourthParties.map((party) => {
    const number = leads(
      `${party.connectedVendorCount} (${party.percentOfPortfolio} %)`,
      `Show ${plural(party.connectedVendorCount, 'vendor')} that use ${party.companyName}`,
      (from) => show(`Vendors that use ${party.companyName}`, lists.dependentsOf(party.fourthPartyDomain), from),
    );
    return make('li', {}, make('span', {}, party.companyName), number);
  });
  const empty = make('p', {}, 'None detected yet.');
  return card('Top fourth parties', false, ...(lines.length > 0 ? [make('ol', { class: 'list' }, ...lines)] : [empty]));
}

/** Every card of the page. `show(title, list, from)` opens rows, `showHistory(vendor, from)` a vendor's history. */
export function cards(summary, show, showHistory) {
  return [
    grades(summary, show),
    criticals(summary, show),
    vendorsCard('Worst vendors', summary.worstVendors, 'No vendor has a score yet.', () => '', showHistory, show),
    vendorsCard(
      'Fastest falling',
      summary.fallingVendors,
      'No score fell in 30 days.',
      (vendor) => ` (${vendor.scoreChange30d})`,
      showHistory,
      show,
    ),
    overdueCard(summary, show),
    eventsCard(summary, show),
    fourthParties(summary, show),
  ];
}

/** Adds the line of the last days to every vendor that has one. */
export function addSparklines(board, histories) {
  for (const line of board.querySelectorAll('li[data-domain]')) {
    const days = histories.get(line.dataset.domain);
    if (days?.length > 1) line.append(sparkline(days));
  }
}
