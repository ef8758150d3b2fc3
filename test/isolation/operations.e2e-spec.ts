import { createHash } from 'node:crypto';
import { fieldsOf } from '#platform/http/fields';
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

/** Short of time, a place for free text gets every fourth name, and MCP, which runs the same operation, one in turn. */
function surfacesFor({ naming }: Place, place: number, round: number, rounds: number): readonly (typeof SURFACES)[number][] {
  if (THOROUGH || place % rounds === round) return SURFACES;
  return naming || (place + round) % 4 === 0 ? ['overRest'] : [];
}

/** Fields that name a thing, so that another call can be about it. */
const NAMING = /(id|orn|domain|domainName)$/i;

/** Stands for the domain of whoever sends the text. */
const OWN = '<own>';

/** A text of the same form that nobody has: to a stranger it must mean just as much as the real one. */
const decoyOf = (text: string) =>
  text.replace(/[0-9a-f]{10,}/g, (mark) => createHash('sha256').update(mark).digest('hex').slice(0, mark.length));

describe('what organization A has, in the hands of organization B', () => {
  let service: TestApp;
  let operations: readonly RegisteredOperation[];
  let a: Estate;
  /** Texts by which A's things are named, one of each kind. */
  let names: Map<string, string>;
  /** What no answer to anybody else may hold. */
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
      // A new operation that A's estate has nothing for: give the estate what it needs, or it is not tested.
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

  /** The answers of B, who was told A's text, and of C, who was told the decoy, in words that both share. */
  function compare(b: Twin, c: Twin, [toB, toC]: [Answer, Answer], sent: string): [unknown, unknown] {
    const marks = marksOf(sent);
    const neutral = (answer: Answer, hidden: (mark: string) => string): Answer => {
      // A refusal quotes what it was sent, cut short where that is long.
      const body = JSON.stringify(answer.body).replace(/\\"[^"\\]*…\\"/g, '<cut>');
      const text = marks.reduce((so, mark) => so.replace(new RegExp(hidden(mark), 'gi'), '<theirs>'), body);
      return { ...answer, body: JSON.parse(text) as unknown };
    };
    return [sorted(b.plain(neutral(toB, (mark) => mark))), sorted(c.plain(neutral(toC, decoyOf)))];
  }

  const leaked = (answer: Answer, sent: unknown): string[] => {
    const said = new Set(marksOf(JSON.stringify(sent)));
    return marksOf(JSON.stringify(answer.body)).filter((mark) => secrets.has(mark) && !said.has(mark));
  };

  /** Every place of the operation with every name of A's, over both surfaces. */
  async function tryAll(operation: RegisteredOperation, [b, c]: [Twin, Twin]): Promise<{ tried: number; faults: unknown[] }> {
    const [places, decoys] = [b, c].map((twin) => placesOf(operation, twin.inputFor(operation)));
    const faults: unknown[] = [];
    let tried = 0;
    for (const [index, place] of (places ?? []).entries()) {
      const { name, takes, fill } = place;
      const texts = [...names.values()];
      const rounds = takes ? [texts.filter(takes)] : texts.map((text) => [text]);
      for (const [round, sent] of rounds.entries()) {
        const inputs = [
          fill(sent.map((text) => text.replace(OWN, b.org.organization.domain))),
          (decoys?.[index] as Place).fill(sent.map((text) => decoyOf(text).replace(OWN, c.org.organization.domain))),
        ] as const;
        for (const surface of surfacesFor(place, index, round, rounds.length)) {
          if (sent.length === 0) continue;
          const answers = await Promise.all([b[surface](operation, inputs[0]), c[surface](operation, inputs[1])]);
          tried += 2;
          const [toB, toC] = compare(b, c, answers, sent.join(' '));
          const leaks = [...leaked(answers[0], inputs[0]), ...leaked(answers[1], inputs[1])];
          if (JSON.stringify(toB) !== JSON.stringify(toC) || leaks.length > 0 || answers[0].status >= 500) {
            faults.push({ operation: operation.spec.name, surface, name, sent, toB, toC, leaks });
          }
          // What REST finds malformed is not sent again as a tool call.
          if (answers[0].status === 400) break;
        }
      }
    }
    return { tried, faults };
  }

  it('knows A by every kind of name that operations take', () => {
    const kinds = [...names.values()];
    expect(kinds).toEqual(expect.arrayContaining([a.org.organization.domain, `${a.word}.com`, `event-${a.word}`, `reference-${a.word}`]));
    expect(kinds.filter((text) => text.startsWith('orn:1:observation:')).length).toBeGreaterThan(0);
    expect(secrets.size).toBeGreaterThan(10);
    expect(kinds.filter((text) => /^[0-9a-f-]{36}$/.test(text)).length).toBeGreaterThan(5);
  });

  it('means as much as what nobody has, to every operation that reads', async () => {
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
    // Theirs is no input at all, or no more than a cursor, of which below.
    expect(untried).toEqual(['WhoAmI', 'GetQuestionnaireTemplates', 'GetVendorGroups']);
  });

  it('means as much as what nobody has, to every operation that writes', async () => {
    const faults: unknown[] = [];
    const untried: string[] = [];
    let tried = 0;
    for (const operation of writes()) {
      // Both afresh each time: a vendor that B adds on its own account shows B, rightly, the events that hit it.
      const outcome = await tryAll(operation, await Twin.pair(service));
      faults.push(...outcome.faults);
      tried += outcome.tried;
      if (outcome.tried === 0) untried.push(operation.spec.name);
    }
    report(`${tried} calls of ${writes().length} writing operations`, faults);
    expect(faults.slice(0, 3)).toEqual([]);
    expect(untried).toEqual([]);
  });

  it('has not changed in a single row', async () => {
    const after = await checksumsOf(a.org.organization.id);
    // How far an organization has caught up with the events of the platform moves with every import of those.
    for (const sums of [before, after]) sums.delete('security_event_progress');
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
    expect(await recounted(service, a.org)).toMatchObject({ differences: 0 });
  });

  it('includes cursors, which lead nobody else anywhere', async () => {
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
        for (const input of [page(b, cursor), page(a, cursor)]) {
          const answer = await b[surface](operation, input);
          expect(leaked(answer, input)).toEqual([]);
          expect([400, 403, 404]).toContain(answer.status);
          if (answer.status === 400) expect(reasonOf(answer)).toBe('CURSOR_MISMATCH');
        }
      }
    }
  });

  it('includes idempotency keys, which replay nothing to anybody else', async () => {
    const TURN = { read: 0, write: 1, destructive: 2 };
    const keyed = writes()
      .filter(({ method }) => method === 'POST')
      .sort((one, other) => TURN[one.spec.effect] - TURN[other.spec.effect]);
    expect(keyed.length).toBeGreaterThan(10);
    const [b, c] = await Twin.pair(service);
    for (const operation of keyed) {
      const { name } = operation.spec;
      const input = a.inputFor(operation);
      for (const [turn, surface] of SURFACES.entries()) {
        const key = { 'idempotency-key': `${surface}-${a.word}` };
        const fresh = { 'idempotency-key': `${surface}-${decoyOf(a.word)}` };
        const [first, again] = [await a[surface](operation, input, key), await a[surface](operation, input, key)];
        if (turn === 0) expect({ name, status: first.status, body: first.body as unknown }).toMatchObject({ name, status: 200 });
        expect({ name, replayed: again.headers.get('idempotency-replayed') }).toEqual({ name, replayed: 'true' });
        const answers = await Promise.all([
          b[surface](operation, b.inputFor(operation), key),
          c[surface](operation, c.inputFor(operation), fresh),
        ]);
        expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, null]);
        expect({ name, leaks: leaked(answers[0], {}) }).toEqual({ name, leaks: [] });
        expect({ name, answer: b.plain(answers[0]) }).toEqual({ name, answer: c.plain(answers[1]) });
      }
    }
  });
});

/** Texts and what they are: the id of a vendor is the same kind of thing wherever it is shown. */
function harvest(value: unknown, kind: string, found: (kind: string, text: string) => void): void {
  if (typeof value === 'string') found(kind, value);
  if (typeof value !== 'object' || value === null) return;
  const parent = kind.replace(/^.*\./, '').replace(/s$/, '');
  for (const [key, inner] of Object.entries(value)) harvest(inner, Array.isArray(value) ? kind : `${parent}.${key}`, found);
}

/** The same with every list of texts in order: the service may sort names, and decoys sort differently. */
function sorted(value: unknown): unknown {
  const inOrder = (_key: string, inner: unknown): unknown =>
    Array.isArray(inner) && inner.every((item) => typeof item === 'string') ? inner.sort() : inner;
  return JSON.parse(JSON.stringify(value), inOrder);
}

function report(line: string, faults: readonly unknown[]): void {
  process.stdout.write(`isolation: ${line} with names of another organization, telling: ${faults.length}\n`);
}
