import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { Database, PLATFORM } from '#platform/database/database';
import { Logger } from '#platform/logging/logger';
import { MINUTE_MS } from '#platform/time/durations';
import { PLATFORM_LOG, type AuditSurface } from './audit-call';
import { auditStep } from './record-audit';

/** A call that was refused before it could do anything: without a valid credential, or without permission. */
export interface RefusedCall {
  /** The client id of the credential. Taken only from a verified secret or signature, or from a claim that names an existing credential. */
  clientId: string | undefined;
  surface: AuditSurface;
  operation: string;
  reason: string;
  requestId?: string;
  sourceAddress?: string;
}

interface Sum extends RefusedCall {
  minute: number;
  occurrences: number;
}

const FLUSH_MS = 10_000;
/** Maximum number of counters in memory. Further credentials are counted together as unknown. */
const MAX_SUMS = 1_000;

const KNOWN = `SELECT client_id AS "clientId", organization_id AS "organizationId", name FROM oauth_client WHERE client_id = ANY ($1::text[])`;

interface Known {
  clientId: string;
  organizationId: string;
  name: string;
}

/**
 * Counts refused calls per credential and minute, and records each count once its minute is over, so that an attacker cannot cause a write
 * with every guess. A process that is killed loses the counts of its last minute.
 */
@Injectable()
export class RefusedCalls implements OnModuleDestroy, OnApplicationShutdown {
  private sums = new Map<string, Sum>();
  private readonly timer = setInterval(() => void this.flush(Math.floor(Date.now() / MINUTE_MS)), FLUSH_MS).unref();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  note(call: RefusedCall): void {
    this.add({ ...call, minute: Math.floor(Date.now() / MINUTE_MS), occurrences: 1 });
  }

  /** Records the counts of the minutes before the given one; by default all. */
  async flush(before = Infinity): Promise<void> {
    const due = [...this.sums].filter(([, { minute }]) => minute < before);
    if (due.length === 0) return;
    for (const [key] of due) this.sums.delete(key);
    const sums = due.map(([, sum]) => sum);
    try {
      await this.record(sums);
    } catch (err) {
      this.logger.warn({ err }, 'recording refused calls failed; the next run will retry');
      for (const sum of sums) this.add(sum);
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Calls that ended while the server was closing. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private add(call: Sum): void {
    const { minute, surface, operation, reason } = call;
    const keyOf = (clientId: string | undefined) => [minute, surface, operation, reason, clientId ?? ''].join('\n');
    const isNew = !this.sums.has(keyOf(call.clientId));
    const clientId = isNew && this.sums.size >= MAX_SUMS ? undefined : call.clientId;
    const known = this.sums.get(keyOf(clientId));
    if (known) known.occurrences += call.occurrences;
    else this.sums.set(keyOf(clientId), { ...call, clientId });
  }

  private async record(sums: readonly Sum[]): Promise<void> {
    const ids = sums.flatMap(({ clientId }) => (clientId === undefined ? [] : [clientId]));
    const known = new Map((await this.database.read<Known>(PLATFORM, KNOWN, [ids])).map((row) => [row.clientId, row]));
    const logs = new Map<string, Map<string, Sum>>();
    for (const sum of sums) {
      const credential = known.get(sum.clientId ?? '');
      const log = credential?.organizationId ?? PLATFORM_LOG;
      const events = logs.get(log) ?? new Map<string, Sum>();
      logs.set(log, events);
      // Claims that name no credential are counted together. What they claim is not recorded.
      const key = [sum.minute, sum.surface, sum.operation, sum.reason, credential?.clientId ?? ''].join('\n');
      const same = events.get(key);
      if (same) same.occurrences += sum.occurrences;
      else events.set(key, { ...sum, clientId: credential?.clientId });
    }
    for (const [organizationId, events] of logs) {
      const steps = [...events.values()].map((sum) => eventOf(organizationId, sum, known.get(sum.clientId ?? '')));
      await this.database.write(organizationId, steps);
    }
  }
}

function eventOf(organizationId: string, sum: Sum, credential: Known | undefined) {
  const { surface, operation, requestId, sourceAddress, reason, occurrences } = sum;
  return auditStep(
    {
      organizationId,
      actor: {
        type: 'ACTOR_TYPE_API_CLIENT',
        displayName: credential?.name ?? 'Unknown client',
        ...(credential && { id: credential.clientId, credentialId: credential.clientId }),
        ...(sourceAddress !== undefined && { sourceAddress }),
      },
      surface,
      operation,
      ...(requestId !== undefined && { requestId }),
    },
    {
      targets: credential ? [{ type: 'credential', id: credential.clientId, displayName: credential.name }] : [],
      outcome: 'AUDIT_OUTCOME_REFUSED',
      reason,
      occurrences,
    },
  );
}
