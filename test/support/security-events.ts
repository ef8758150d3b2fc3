import { randomInt } from 'node:crypto';
import { EventImport, type EventImportResult } from '#modules/security-events/importing/event-import';
import { Database } from '#platform/database/database';
import { rule } from './filters';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

/** A CVE id that no other test uses: events are shared by all organizations of the run. */
export function aCve(): string {
  return `CVE-${randomInt(3000, 9999)}-${randomInt(1_000_000, 9_999_999)}`;
}

/** One line of a jsonl import of events; a test sets only what matters to it. */
export function anEvent(changes: Record<string, unknown> = {}): Record<string, unknown> & { eventId: string } {
  return {
    eventId: `event-${randomInt(1e12)}`,
    title: 'Data of a hosting company was stolen',
    summary: 'Attackers copied customer records.',
    eventType: 'DATA_BREACH',
    severity: 'HIGH',
    status: 'ONGOING',
    publishedAt: '2026-03-01T00:00:00.000Z',
    ...changes,
  };
}

export function importEvents(service: TestApp, events: readonly Record<string, unknown>[]): Promise<EventImportResult> {
  return importEventFile(service, 'jsonl', events.map((event) => JSON.stringify(event)).join('\n'));
}

export function importEventFile(service: TestApp, format: string, content: string | Buffer): Promise<EventImportResult> {
  return service.app.get(EventImport).run(inPieces(Buffer.from(content)), { format });
}

// eslint-disable-next-line @typescript-eslint/require-await -- a file arrives in chunks
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
}

/** Runs a statement as the service does for one organization. */
export function asOrganization<Row>(service: TestApp, org: TestOrganization, sql: string, params: unknown[] = []): Promise<Row[]> {
  return service.app.get(Database).transaction(org.organization.id, (tx) => tx.query<Row[]>(sql, params));
}

export async function vendorDetail(org: TestOrganization, eventId: string, domain: string) {
  const { body } = await org.get('security-events/vendor-detail', {
    org_domain: org.organization.domain,
    event_id: eventId,
    vendor_domain: domain,
  });
  return body.vendorDetail;
}

/** The reasons in a vendor detail, in short form. */
export function factors(shown: { impactReasoning: { factor: string }[] }): string[] {
  return shown.impactReasoning.map((reason) => reason.factor.replace('IMPACT_FACTOR_', ''));
}

/** Moves all observations with a CVE. */
export async function moveByCve(org: TestOrganization, cve: string, approvalStatus: string, comment?: string): Promise<void> {
  const filters = [rule('CVE', 'EQUALS', { stringValue: cve })];
  const answer = await org.post('observations/actions/status', { filters, approvalStatus, ...(comment && { comment }) });
  expect(answer.status).toBe(200);
}
