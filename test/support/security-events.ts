import { randomInt } from 'node:crypto';
import { EventImport, type EventImportResult } from '#modules/security-events/importing/event-import';
import { Database } from '#platform/database/database';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

/** A CVE id that no other test uses: events are shared by all organizations of the run. */
export function aCve(): string {
  return `CVE-${randomInt(3000, 9999)}-${randomInt(1_000_000, 9_999_999)}`;
}

/** One line of a jsonl import of events; only what matters to the test needs to be said. */
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

// eslint-disable-next-line @typescript-eslint/require-await -- a file arrives in pieces, wherever they end
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
}

/** Runs a statement as the service does for one organization. */
export function asOrganization<Row>(service: TestApp, org: TestOrganization, sql: string, params: unknown[] = []): Promise<Row[]> {
  return service.app.get(Database).transaction(org.organization.id, (tx) => tx.query<Row[]>(sql, params));
}

/** A current relationship between a vendor and a fourth party, as a detection writes it. */
export async function aFourthParty(
  service: TestApp,
  org: TestOrganization,
  vendor: { id: string; domain: string },
  fourthParty: string,
  isCurrent = true,
): Promise<void> {
  await asOrganization(
    service,
    org,
    `INSERT INTO fourth_party_relationship (organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products,
                                            confidence, evidence_count, first_seen, last_seen, is_current, is_listed)
     VALUES ($1, $2, $3, $4, $3, 1, '{}', 3, 1, '2026-01-01', '2026-02-01', $5, true)
     ON CONFLICT (organization_id, vendor_domain, fourth_party_domain) DO UPDATE SET is_current = excluded.is_current`,
    [org.organization.id, vendor.domain, fourthParty, vendor.id, isCurrent],
  );
  await asOrganization(service, org, `SELECT security_event_refresh($1, $2)`, [org.organization.id, [vendor.domain]]);
}
