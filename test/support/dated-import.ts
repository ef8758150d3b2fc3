import { Readable } from 'node:stream';
import { CommandBus } from '@nestjs/cqrs';
import { ImportFindings } from '#modules/ingestion/import-findings.command';
import { byOperator } from '#platform/audit/audit-call';
import { ACTOR_TYPE } from '#shared/observation.enums';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

const DAY_MS = 86_400_000;

/** A UTC day, counted back from today. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** Imports a complete report as of some days ago: findings that it does not contain are resolved. */
export async function importDaysAgo(
  service: TestApp,
  org: TestOrganization,
  days: number,
  findings: readonly Record<string, unknown>[],
): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  const lines = findings.map((finding) => JSON.stringify({ ...finding, lastSeen: at.toISOString() }));
  await service.app.get(CommandBus).execute(
    new ImportFindings(Readable.from([Buffer.from(lines.join('\n'))]), {
      organizationId: org.organization.id,
      vrm: org.organization.vrm,
      format: 'jsonl',
      closeMissing: true,
      actor: { type: ACTOR_TYPE.toNumber('ACTOR_TYPE_SYSTEM'), name: 'Test' },
      call: byOperator('import observations', org.organization.id),
      now: at,
    }),
  );
}
