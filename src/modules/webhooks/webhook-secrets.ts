import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/database/database';
import { KeyRing } from '#platform/encryption/key-ring';
import { SealedValuesRegistry } from '#platform/encryption/sealed-values';

const PREFIX = 'whsec_';
const BYTES = 32;
const LIST = `SELECT id, secret, previous_secret AS previous FROM webhook WHERE organization_id = $1 FOR UPDATE`;
const UPDATE = `UPDATE webhook SET secret = $3, previous_secret = $4 WHERE organization_id = $1 AND id = $2`;

interface Row {
  id: string;
  secret: Buffer;
  previous: Buffer | null;
}

/** The secrets that sign deliveries (Standard Webhooks), sealed in the database. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly ring: KeyRing,
    sealed: SealedValuesRegistry,
  ) {
    sealed.add({ name: 'webhookSecrets', rewrap: (tx) => this.rewrap(tx) });
  }

  make(): string {
    return `${PREFIX}${randomBytes(BYTES).toString('base64')}`;
  }

  seal(secret: string, webhookId: string): Buffer {
    return this.ring.seal(Buffer.from(secret), purposeOf(webhookId));
  }

  open(sealed: Buffer, webhookId: string): string {
    return this.ring.open(sealed, purposeOf(webhookId)).toString();
  }

  /** Row-level security shows one organization at a time. */
  private async rewrap(tx: Statements): Promise<number> {
    let count = 0;
    for (const { id: organizationId } of (await tx.query(`SELECT id FROM organization ORDER BY id`)) as { id: string }[]) {
      await inContext(tx, organizationId);
      for (const { id, secret, previous } of (await tx.query(LIST, [organizationId])) as Row[]) {
        const old = [secret, ...(previous ? [previous] : [])].filter((value) => !this.ring.isCurrent(value));
        if (old.length === 0) continue;
        const again = (value: Buffer) => this.seal(this.open(value, id), id);
        await tx.query(UPDATE, [organizationId, id, again(secret), previous && again(previous)]);
        count += old.length;
      }
    }
    await inContext(tx, '');
    return count;
  }
}

async function inContext(tx: Statements, organizationId: string): Promise<void> {
  await tx.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
}

function purposeOf(webhookId: string): string {
  return `webhook secret ${webhookId}`;
}
