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

export function importFindings(org: TestOrganization, findings: readonly Record<string, unknown>[], options: Record<string, unknown> = {}) {
  return org.post('observations/import', {
    format: 'jsonl',
    content: findings.map((finding) => JSON.stringify(finding)).join('\n'),
    ...options,
  });
}
