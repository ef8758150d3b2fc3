import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

export interface TestVendor {
  id: string;
  domain: string;
}

/** A monitored vendor in the directory. */
export async function aVendor(
  service: TestApp,
  org: TestOrganization,
  domain = `vendor-${randomBytes(5).toString('hex')}.com`,
): Promise<TestVendor> {
  const id = uuidv7();
  await service.app.get(Database).transaction(org.organization.id, (tx) =>
    tx.query(
      `INSERT INTO vendor (organization_id, id, domain_name, company_name, is_monitored, monitored_since, lifecycle_status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, true, now(), 2, now(), now())`,
      [org.organization.id, id, domain, `Company of ${domain}`],
    ),
  );
  return { id, domain };
}

/** One line of a jsonl import; a test sets only what matters to it. */
export function aFinding(host: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    host,
    title: 'TLS 1.0 is accepted',
    observationType: 'tls_weak_protocol',
    category: 'ENCRYPTION',
    severity: 'MEDIUM',
    source: { name: 'scanner' },
    firstSeen: '2026-01-01T00:00:00.000Z',
    lastSeen: '2026-02-01T00:00:00.000Z',
    ...changes,
  };
}

/** Findings of 50 kB each. Four hundred of them are 20 MB, more than sockets and batches hold. */
export function largeFindings(domain: string, count: number): Record<string, unknown>[] {
  const evidence = Array.from({ length: 20 }, (_, item) => `${item} ${'x'.repeat(1990)}`);
  return Array.from({ length: count }, (_, index) => aFinding(`h${index}.${domain}`, { description: 'x'.repeat(7_900), evidence }));
}

/** Imports them in files of 5 MB. */
export async function importLargeFindings(org: TestOrganization, domain: string, count: number): Promise<void> {
  const findings = largeFindings(domain, count);
  for (let from = 0; from < count; from += 100) {
    const file = findings.slice(from, from + 100);
    expect((await importFindings(org, file)).body.created).toBe(file.length);
  }
}

export function importFindings(org: TestOrganization, findings: readonly Record<string, unknown>[], options: Record<string, unknown> = {}) {
  return org.post('observations/import', {
    format: 'jsonl',
    content: findings.map((finding) => JSON.stringify(finding)).join('\n'),
    ...options,
  });
}
