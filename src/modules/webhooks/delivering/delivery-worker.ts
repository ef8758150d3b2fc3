import { Injectable } from '@nestjs/common';
import { Webhook as Signer } from 'standardwebhooks';
import { bySystem } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { STATUS } from '../webhook-delivery.dto';
import { webhookTarget } from '../webhook.dto';
import { WebhookSecrets } from '../webhook-secrets';
import { delayAfter } from './attempt-schedule';
import { FairSlots } from './fair-slots';
import {
  DISABLE,
  HAS_FAILED_TOO_LONG,
  NEXT_DELAY,
  NEXT_DUE,
  RECORD_ATTEMPTS,
  RECORD_HEALTH,
  RELEASE,
  SWEEP,
  TAKE_LEASE,
} from './delivery.sql';
import { DELIVERIES_QUEUE, SWEEP_QUEUE } from './queues';
import { WebhookClient, type Outcome } from './webhook-client';

/** Webhooks that one process sends to concurrently. Mostly they wait for receivers, so the number is high. */
const CONCURRENCY = 200;
/** After this time a webhook yields to others, and continues with its next job. */
const TURN_MS = 8_000;
/** Results are recorded at least this often. */
const RECORD_MS = 1_000;
const BUSY_RETRY_SECONDS = 2;
const EVERY_FIVE_MINUTES = '*/5 * * * *';
const GONE = 410;

interface Lease {
  id: string;
  isOurs: boolean;
  name: string;
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  isPreviousValid: boolean;
}

/** The time in which this process sends the deliveries of one webhook. */
interface Turn {
  webhook: Lease;
  target: [organizationId: string, webhookId: string];
  signers: readonly Signer[];
  started: number;
  signal: AbortSignal;
}

interface Due {
  id: string;
  body: string;
  tries: number;
}

interface Result {
  id: string;
  outcome: Outcome;
  tries: number;
  at: string;
}

/** Sends the deliveries of webhooks, one after the other for each webhook. */
@Injectable()
export class DeliveryWorker {
  private readonly slots = new FairSlots(CONCURRENCY);

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly client: WebhookClient,
    private readonly secrets: WebhookSecrets,
  ) {
    jobs.work(DELIVERIES_QUEUE, { concurrency: CONCURRENCY, handler: (key, signal) => this.deliver(key, signal) });
    jobs.work(SWEEP_QUEUE, { concurrency: 1, handler: (_, signal) => this.sweep(signal) });
    jobs.schedule(SWEEP_QUEUE, EVERY_FIVE_MINUTES);
  }

  private async deliver(key: string, signal: AbortSignal): Promise<void> {
    const [organizationId = '', webhookId = ''] = key.split('/');
    const isTaken = await this.slots.with(organizationId, () => this.takeTurn(key, [organizationId, webhookId], signal));
    if (!isTaken) await this.again(key, BUSY_RETRY_SECONDS);
  }

  private async takeTurn(key: string, target: [organizationId: string, webhookId: string], signal: AbortSignal): Promise<void> {
    const [organizationId] = target;
    const [webhook] = await this.database.transaction(organizationId, (tx) => tx.query<Lease[]>(TAKE_LEASE, target));
    if (!webhook) return;
    if (!webhook.isOurs) {
      await this.again(key, BUSY_RETRY_SECONDS);
      return;
    }
    const signers = this.signersOf(webhook);
    const started = performance.now();
    let isEnabled = true;
    while (isEnabled && performance.now() - started < TURN_MS) {
      const due = await this.database.transaction(organizationId, (tx) => tx.query<Due[]>(NEXT_DUE, target));
      if (due.length === 0) break;
      isEnabled = await this.send({ webhook, target, signers, started, signal }, due);
    }
    await this.release(key, target);
    signal.throwIfAborted();
  }

  /** Sends due deliveries while there is time; returns whether the webhook is still enabled. */
  private async send({ webhook, target, signers, started, signal }: Turn, due: readonly Due[]): Promise<boolean> {
    let results: Result[] = [];
    let recorded = performance.now();
    let isEnabled = true;
    try {
      for (const { id, body, tries } of due) {
        if (!isEnabled || performance.now() - started > TURN_MS) break;
        const at = new Date();
        const outcome = await this.client.post(webhook.url, headersOf(id, at, body, signers), body, signal);
        results.push({ id, outcome, tries: tries + 1, at: at.toISOString() });
        if (performance.now() - recorded < RECORD_MS && outcome.statusCode !== GONE) continue;
        isEnabled = await this.record(webhook, target, results);
        results = [];
        recorded = performance.now();
      }
    } finally {
      // Completed attempts are recorded even when the process stops meanwhile.
      if (results.length > 0) isEnabled = await this.record(webhook, target, results);
    }
    return isEnabled;
  }

  private async record(webhook: Lease, target: [string, string], results: readonly Result[]): Promise<boolean> {
    const [organizationId] = target;
    const gone = results.some(({ outcome }) => outcome.statusCode === GONE);
    const any = results.some(({ outcome }) => outcome.isSuccess);
    const last = results.at(-1)?.outcome.isSuccess ?? false;
    return this.database.transaction(organizationId, async (tx) => {
      await tx.query(RECORD_ATTEMPTS, [...target, JSON.stringify(results.map(recordOf))]);
      await tx.query(RECORD_HEALTH, [...target, last, any]);
      const tooLong = !last && (await tx.query<unknown[]>(HAS_FAILED_TOO_LONG, target)).length > 0;
      if (!gone && !tooLong) return true;
      const disabledReason = gone ? 'The receiver answered 410 Gone.' : 'Every delivery failed for three days.';
      await tx.query(DISABLE, [...target, disabledReason]);
      const changes = changesBetween({ isEnabled: true }, { isEnabled: false, disabledReason });
      await recordAudit(tx, bySystem('DisableWebhook', organizationId), { targets: [webhookTarget(webhook)], changes });
      return false;
    });
  }

  private async release(key: string, target: [string, string]): Promise<void> {
    await this.database.transaction(target[0], async (tx) => {
      await tx.query(RELEASE, target);
      const [next] = await tx.query<{ seconds: number | null }[]>(NEXT_DELAY, target);
      if (next && next.seconds !== null) await this.jobs.send(tx, DELIVERIES_QUEUE, { key, delaySeconds: next.seconds });
    });
  }

  private again(key: string, delaySeconds: number): Promise<void> {
    return this.database.transaction(PLATFORM, (tx) => this.jobs.send(tx, DELIVERIES_QUEUE, { key, delaySeconds }));
  }

  private signersOf({ id, secret, previousSecret, isPreviousValid }: Lease): Signer[] {
    const sealed = isPreviousValid && previousSecret ? [secret, previousSecret] : [secret];
    return sealed.map((value) => new Signer(this.secrets.open(value, id)));
  }

  /** Jobs can be lost when the database is down for longer than they are retried; rows are not. */
  private async sweep(signal: AbortSignal): Promise<void> {
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    for (const { id } of organizations) {
      signal.throwIfAborted();
      await this.database.transaction(id, (tx) => tx.query(SWEEP, [id]));
    }
  }
}

function headersOf(id: string, at: Date, body: string, signers: readonly Signer[]): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'vendor-risk-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
  };
}

/** As RECORD_ATTEMPTS reads it. */
function recordOf({ id, outcome, tries, at }: Result) {
  const { isSuccess, statusCode, error, durationMs } = outcome;
  const delay = isSuccess || statusCode === GONE ? undefined : delayAfter(tries);
  const status = isSuccess ? STATUS.SUCCEEDED : delay === undefined ? STATUS.FAILED : STATUS.PENDING;
  return {
    id,
    status,
    delay: delay ?? null,
    attempt: { at, ...(statusCode !== undefined && { statusCode }), ...(error !== undefined && { error }), durationMs },
  };
}
