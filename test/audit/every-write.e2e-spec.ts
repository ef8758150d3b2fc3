import { fieldsOf } from '#platform/fields/field-definition';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { goodInputs } from '../fuzz/good-inputs';
import { buildEstate, type Estate } from '../isolation/estate';
import { asOwner } from '../isolation/tenant-tables';
import { rule } from '../support/filters';
import type { Answer } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

/** Deletions come last. */
const TURN = { read: 0, write: 1, destructive: 2 };

interface Event {
  sequence: string;
  surface: string;
  operation: string;
  actor_id: string;
  credential_id: string;
  source_address: string;
  request_id: string;
  outcome: string;
  targets: string;
  target_count: number;
}

describe('every write of the registry leaves one audit event', () => {
  let service: TestApp;
  let writes: RegisteredOperation[];
  let estate: Estate;

  beforeAll(async () => {
    service = await startTestApp();
    writes = service.app
      .get(OperationRegistry)
      .operations.filter(({ spec }) => spec.effect !== 'read')
      .sort((a, b) => TURN[a.spec.effect] - TURN[b.spec.effect]);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    estate = await buildEstate(service);
  });

  const eventsAfter = (sequence: string) =>
    asOwner<Event>('SELECT * FROM audit_event WHERE organization_id = $1 AND sequence > $2 ORDER BY sequence', [
      estate.org.organization.id,
      sequence,
    ]);
  const lastSequence = async () =>
    (await asOwner<{ sequence: string }>('SELECT sequence FROM audit_head WHERE organization_id = $1', [estate.org.organization.id]))[0]
      ?.sequence ?? '0';

  /** Makes a call and returns the events it recorded. */
  async function leftBy(work: () => Promise<Answer>): Promise<{ answer: Answer; events: Event[] }> {
    const before = await lastSequence();
    const answer = await work();
    return { answer, events: await eventsAfter(before) };
  }

  /**
   * A valid call that changes something: not a dry run, and observations and groups by ORN, because the filter of an example may match
   * nothing.
   */
  async function effective(operation: RegisteredOperation): Promise<Record<string, unknown>> {
    const [good] = await goodInputs(estate, operation, 1);
    const fields = fieldsOf(operation.spec.request);
    const { filters, ...input }: Record<string, unknown> = { ...good, ...(fields.has('dryRun') && { dryRun: false }) };
    if (!fields.has('observationOrns') && !fields.has('groupOrns')) return { ...input, ...(filters !== undefined && { filters }) };
    const flagged = rule('IS_FLAGGED', 'EQUALS', { boolValue: operation.spec.name.startsWith('Unflag') });
    const [observation] = (await estate.org.post('observations', { filters: [flagged] })).body.observations;
    return { ...input, ...(fields.has('groupOrns') ? { groupOrns: [observation.groupOrn] } : { observationOrns: [observation.orn] }) };
  }

  it.each([
    ['overRest', 'AUDIT_SURFACE_REST'],
    ['overMcp', 'AUDIT_SURFACE_MCP'],
  ] as const)('%s, with the right actor, call and targets', async (way, surface) => {
    expect(writes.length).toBeGreaterThan(15);
    for (const operation of writes) {
      const { name, restOnly } = operation.spec;
      if (restOnly && way === 'overMcp') continue;
      const input = await effective(operation);
      const { answer, events } = await leftBy(() => estate[way](operation, input));
      expect({ name, status: answer.status, body: answer.body as unknown }).toMatchObject({ name, status: 200 });
      const { clientId } = estate.org.credential;
      expect({ name, events }).toEqual({
        name,
        events: [
          expect.objectContaining({
            surface,
            operation: name,
            actor_id: clientId,
            credential_id: clientId,
            source_address: expect.stringMatching(/127\.0\.0\.1$/),
            request_id: answer.headers.get('x-request-id'),
            outcome: 'AUDIT_OUTCOME_SUCCEEDED',
          }),
        ],
      });
      const [event] = events as [Event];
      const targets = JSON.parse(event.targets) as { id: string }[];
      const said = JSON.stringify([input, answer.body]);
      expect({ name, count: event.target_count, about: targets.every(({ id }) => said.includes(id)) }).toEqual({
        name,
        count: expect.any(Number),
        about: true,
      });
      expect([name, targets.length > 0 && event.target_count >= targets.length]).toEqual([name, true]);
    }
  });

  it('none when the call is refused, fails or replays an answer', async () => {
    const headers = { 'idempotency-key': 'once' };
    const { org } = estate;
    const create = () => org.post('vendors/create', { domainName: 'replayed.com' }, headers);
    expect((await leftBy(create)).events).toHaveLength(1);
    const replay = await leftBy(create);
    expect(replay.answer.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.events).toEqual([]);
    expect((await leftBy(() => org.post('vendors/create', { domainName: 'replayed.com' }))).events).toEqual([]);
    expect((await leftBy(() => org.post('vendors/create', { domainName: '10.0.0.1' }))).events).toEqual([]);
    const csv = 'domain_name\ndry-run.com\n';
    expect((await leftBy(() => org.post('vendors/bulk-upsert-csv', { csv, dryRun: true }))).events).toEqual([]);
  });
});
