import { EVERYTHING } from '../observations/organization-with';
import { createHash } from 'node:crypto';
import { fieldsOf } from '#platform/fields/field-definition';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { Twin } from '../contract/twin';
import { reasonOf, type Answer } from '../support/organization';
import { recounted } from '../support/recounted';
import { startTestApp, type TestApp } from '../support/test-app';
import { buildEstate, marksOf, sharedMarks, type Estate } from './estate';
import { placesOf, type Place } from './substitutions';
import { checksumsOf } from './tenant-tables';

const SURFACES = ['overRest', 'overMcp'] as const;

const THOROUGH = process.env.ISOLATION === 'thorough';
/** A timeout for a hanging run: thousands of calls take minutes under load. */
const TRYING_MS = 7_200_000;

/**
 * In the short run, a field gets the identifier that A itself would send there, over REST and MCP, which run the same operation. It gets
 * some others too: every twelfth of the same form, and every hundred-and-twentieth of another. A filter gets all of them over REST, and
 * every sixth filter over MCP, too.
 */
function surfacesFor(place: Place, sent: readonly string[], turn: number, ofA: string) {
  if (THOROUGH || sent[0] === ofA || (place.takes && turn % 6 === 0)) return SURFACES;
  if (place.takes) return ['overRest'] as const;
  return turn % (sent[0] !== undefined && place.resembles(sent[0]) ? 12 : 120) === 0 ? (['overRest'] as const) : [];
}

/** Fields with an identifier that other calls accept. */
const NAMING = /(id|orn|domain|domainName)$/i;

/** Placeholder for the domain of the sender. */
const OWN = '<own>';

/** References are sorted by their texts, which differ between the two callers. */
const inAnyOrder = (key: string, value: unknown): unknown =>
  key === 'externalReferences' && Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;

/** A text of the same form that does not exist: another organization must not be able to tell it from the real one. */
const decoyOf = (text: string) =>
  text.replace(/[0-9a-f]{10,}/g, (mark) => createHash('sha256').update(mark).digest('hex').slice(0, mark.length));

describe('data of organization A, requested by organization B', () => {
  let service: TestApp;
  let operations: readonly RegisteredOperation[];
  let a: Estate;
  /** Identifiers of A's resources, one of each kind. */
  let names: Map<string, string>;
  /** Texts that no response to another organization may contain. */
  let secrets: Set<string>;
  let before: Map<string, string>;
  const reads = () => operations.filter(({ spec }) => spec.effect === 'read');
  const writes = () => operations.filter(({ spec }) => spec.effect !== 'read');

  beforeAll(async () => {
    service = await startTestApp();
    operations = service.app.get(OperationRegistry).operations;
    a = await buildEstate(service);
    names = new Map();
    secrets = new Set();
    const shared = await sharedMarks();
    for (const operation of reads()) {
      const answer = await a.overRest(operation, a.inputFor(operation));
      // A new operation without data in A's estate: add the data there, otherwise the operation is not tested.
      expect({ operation: operation.spec.name, status: answer.status, body: answer.body as unknown }).toMatchObject({ status: 200 });
      harvest(answer.body, '', (kind, text) => {
        const own = marksOf(text).filter((mark) => !shared.has(mark));
        for (const mark of own) secrets.add(mark);
        if (own.length > 0 && NAMING.test(kind) && ![...names.values()].includes(text)) names.set(kind, text);
      });
    }
    for (const [kind, text] of [...names]) if (text.startsWith('orn:')) names.set(`${kind}, claimed`, text.replace(/[^:]+$/, OWN));
    before = await checksumsOf(a.org.organization.id);
  });
  afterAll(() => service.close());

  /** The normalized responses to B, with A's text, and to C, with the decoy. */
  function compare(b: Twin, c: Twin, [toB, toC]: [Answer, Answer], sent: string): [unknown, unknown] {
    const marks = [...new Set(marksOf(sent))].sort((one, other) => other.length - one.length);
    const neutral = (answer: Answer, hidden: (mark: string) => string): Answer => {
      // An error quotes its input, truncated if long.
      const body = JSON.stringify(answer.body).replace(/\\"[^"\\]*…\\"/g, '<cut>');
      const text = marks.length === 0 ? body : body.replace(new RegExp(marks.map(hidden).join('|'), 'gi'), '<theirs>');
      return { ...answer, body: JSON.parse(text, inAnyOrder) as unknown };
    };
    return [sorted(b.plain(neutral(toB, (mark) => mark))), sorted(c.plain(neutral(toC, decoyOf)))];
  }

  const marksIn = (sent: unknown) => new Set(marksOf(JSON.stringify(sent)));

  const leaked = (answer: Answer, said: ReadonlySet<string>): string[] =>
    marksOf(JSON.stringify(answer.body)).filter((mark) => secrets.has(mark) && !said.has(mark));

  /** Every field of the operation with every identifier of A, over REST and MCP. */
  async function tryAll(
    operation: RegisteredOperation,
    [b, c]: [Twin, Twin],
  ): Promise<{ tried: number; accepted: number; faults: unknown[] }> {
    const [places, decoys] = [b, c].map((twin) => placesOf(operation, twin.inputFor(operation)));
    const ofA = new Map(placesOf(operation, a.inputFor(operation)).map(({ name, value }) => [name, value]));
    const faults: unknown[] = [];
    /** Names that either caller has sent belong to it too: a vendor keeps its name. */
    const said = new Set<string>();
    /** A write stores what it was sent, so later answers contain it too. */
    const stored: string[] = [];
    let [tried, accepted] = [0, 0];
    for (const [index, place] of (places ?? []).entries()) {
      const { name, takes, fill } = place;
      const texts = [...names.values()];
      const rounds = takes ? [texts.filter(takes)] : texts.map((text) => [text]);
      const own = texts.find((text) => text === ofA.get(name)) ?? texts[index % texts.length] ?? '';
      for (const [round, sent] of rounds.entries()) {
        const inputs = [
          fill(sent.map((text) => text.replace(OWN, b.org.organization.domain))),
          (decoys?.[index] as Place).fill(sent.map((text) => decoyOf(text).replace(OWN, c.org.organization.domain))),
        ] as const;
        for (const surface of surfacesFor(place, sent, index + round, own)) {
          if (sent.length === 0 || (surface === 'overMcp' && operation.spec.restOnly)) continue;
          for (const mark of marksIn(inputs)) said.add(mark);
          const answers = await Promise.all([b[surface](operation, inputs[0]), c[surface](operation, inputs[1])]);
          tried += 2;
          accepted += answers.filter(({ status }) => status === 200).length;
          if (operation.spec.effect !== 'read') stored.push(...sent);
          const [toB, toC] = compare(b, c, answers, [...stored, ...sent].join(' '));
          const leaks = [...leaked(answers[0], said), ...leaked(answers[1], said)];
          if (JSON.stringify(toB) !== JSON.stringify(toC) || leaks.length > 0 || answers[0].status >= 500) {
            faults.push({ operation: operation.spec.name, surface, name, sent, toB, toC, leaks });
          }
          // Input that REST rejects as malformed is not sent to MCP.
          if (answers[0].status === 400) break;
        }
      }
    }
    return { tried, accepted, faults };
  }

  it('covers every kind of identifier that operations accept', () => {
    const kinds = [...names.values()];
    expect(kinds).toEqual(expect.arrayContaining([a.org.organization.domain, `${a.word}.com`, `event-${a.word}`, `reference-${a.word}`]));
    expect(kinds.filter((text) => text.startsWith('orn:1:observation:')).length).toBeGreaterThan(0);
    expect(secrets.size).toBeGreaterThan(10);
    expect(kinds.filter((text) => /^[0-9a-f-]{36}$/.test(text)).length).toBeGreaterThan(5);
  });

  it(
    'looks like unknown data to every reading operation',
    async () => {
      const pair = await Twin.pair(service);
      const faults: unknown[] = [];
      const untried: string[] = [];
      let tried = 0;
      for (const operation of reads()) {
        const outcome = await tryAll(operation, pair);
        faults.push(...outcome.faults);
        tried += outcome.tried;
        if (outcome.tried === 0) untried.push(operation.spec.name);
      }
      report(`${tried} calls of ${reads().length} reading operations`, faults);
      expect(faults.slice(0, 3)).toEqual([]);
      // These take no input, or only a cursor, which is tested below.
      expect(untried.sort()).toEqual([
        'GetCredentials',
        'GetExploitedVendors',
        'GetPortfolioSummary',
        'GetQuestionnaireTemplates',
        'GetReceivedQuestionnaires',
        'GetRemediationPolicy',
        'GetVendorGroups',
        'GetWebhooks',
        'WhoAmI',
      ]);
    },
    TRYING_MS,
  );

  it(
    'looks like unknown data to every writing operation',
    async () => {
      const faults: unknown[] = [];
      const untried: string[] = [];
      let tried = 0;
      let pair = await Twin.pair(service);
      for (const operation of writes()) {
        const outcome = await tryAll(operation, pair);
        // New organizations after a call that succeeded: a vendor that B adds itself rightly shows B the events about it.
        if (outcome.accepted > 0) pair = await Twin.pair(service);
        faults.push(...outcome.faults);
        tried += outcome.tried;
        if (outcome.tried === 0) untried.push(operation.spec.name);
      }
      report(`${tried} calls of ${writes().length} writing operations`, faults);
      expect(faults.slice(0, 3)).toEqual([]);
      expect(untried).toEqual(['UpdateRemediationPolicy']); // it takes only numbers
    },
    TRYING_MS,
  );

  it('is unchanged in every row', async () => {
    const after = await checksumsOf(a.org.organization.id);
    // Every import of events changes the organizations' progress.
    for (const sums of [before, after]) sums.delete('security_event_progress');
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
    expect(await recounted(service, a.org)).toMatchObject({ differences: 0 });
  });

  it('includes cursors, which are refused for others', async () => {
    const [b] = await Twin.pair(service);
    const lists = reads().filter(({ spec }) => fieldsOf(spec.request).has('cursor'));
    expect(lists.length).toBeGreaterThan(8);
    for (const operation of lists) {
      const { spec } = operation;
      const page = (twin: Twin, cursor?: string) => {
        const needed = Object.entries(twin.inputFor(operation)).filter(([name]) => fieldsOf(spec.request).get(name)?.required);
        return { ...Object.fromEntries(needed), limit: 1, ...(cursor && { cursor }) };
      };
      const cursor = (await a.overRest(operation, page(a))).body.nextCursor as string | undefined;
      expect({ name: spec.name, cursor }).toEqual({ name: spec.name, cursor: expect.any(String) });
      expect({ name: spec.name, status: (await a.overRest(operation, page(a, cursor))).status }).toEqual({ name: spec.name, status: 200 });
      for (const surface of SURFACES) {
        if (surface === 'overMcp' && spec.restOnly) continue;
        for (const input of [page(b, cursor), page(a, cursor)]) {
          const answer = await b[surface](operation, input);
          expect(leaked(answer, marksIn(input))).toEqual([]);
          expect([400, 403, 404]).toContain(answer.status);
          if (answer.status === 400) expect(reasonOf(answer)).toBe('CURSOR_MISMATCH');
        }
      }
    }
  });

  it('includes idempotency keys, which replay nothing to others', async () => {
    const TURN = { read: 0, write: 1, destructive: 2 };
    const keyed = writes()
      .filter(({ method }) => method === 'POST')
      .sort((one, other) => TURN[one.spec.effect] - TURN[other.spec.effect]);
    expect(keyed.length).toBeGreaterThan(10);
    const [b, c] = await Twin.pair(service);
    for (const operation of keyed) {
      const { name } = operation.spec;
      const input = onOwnObservations(a.inputFor(operation));
      for (const [turn, surface] of SURFACES.entries()) {
        if (surface === 'overMcp' && operation.spec.restOnly) continue;
        const key = { 'idempotency-key': `${surface}-${a.word}` };
        const fresh = { 'idempotency-key': `${surface}-${decoyOf(a.word)}` };
        const [first, again] = [await a[surface](operation, input, key), await a[surface](operation, input, key)];
        if (turn === 0) expect({ name, status: first.status, body: first.body as unknown }).toMatchObject({ name, status: 200 });
        // Only successes are replayed; over MCP some operations meet state that the REST call left.
        const replayed = first.status === 200 ? 'true' : null;
        expect({ name, replayed: again.headers.get('idempotency-replayed') }).toEqual({ name, replayed });
        const answers = await Promise.all([
          b[surface](operation, b.inputFor(operation), key),
          c[surface](operation, c.inputFor(operation), fresh),
        ]);
        expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, null]);
        expect({ name, leaks: leaked(answers[0], new Set()) }).toEqual({ name, leaks: [] });
        expect({ name, answer: b.plain(answers[0]) }).toEqual({ name, answer: c.plain(answers[1]) });
      }
    }
  });
});

/** Texts with their kind: a vendor id is of the same kind wherever it appears. */
function harvest(value: unknown, kind: string, found: (kind: string, text: string) => void): void {
  if (typeof value === 'string') found(kind, value);
  if (typeof value !== 'object' || value === null) return;
  const parent = kind.replace(/^.*\./, '').replace(/s$/, '');
  for (const [key, inner] of Object.entries(value)) harvest(inner, Array.isArray(value) ? kind : `${parent}.${key}`, found);
}

/** The same value with all lists of texts sorted: the service may sort names, and decoys sort differently. */
function sorted(value: unknown): unknown {
  const inOrder = (_key: string, inner: unknown): unknown =>
    Array.isArray(inner) && inner.every((item) => typeof item === 'string') ? inner.sort() : inner;
  return JSON.parse(JSON.stringify(value), inOrder);
}

function report(line: string, faults: readonly unknown[]): void {
  process.stdout.write(`isolation: ${line} with identifiers of another organization, leaks: ${faults.length}\n`);
}

/** The examples name an observation or group of the demo; here every observation of the organization takes its place. */
function onOwnObservations({ observationOrns, groupOrns, ...input }: Record<string, unknown>): Record<string, unknown> {
  return (observationOrns ?? groupOrns) === undefined ? input : { ...input, filters: EVERYTHING };
}
