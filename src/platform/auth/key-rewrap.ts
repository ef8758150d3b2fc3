import { Injectable } from '@nestjs/common';
import type { AuditCall } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { KeyRing } from '#platform/encryption/key-ring';
import { SealedValuesRegistry } from '#platform/encryption/sealed-values';
import { KeyStore } from './key-store';

export interface Rewrapped {
  /** By kind. */
  rewrapped: Record<string, number>;
  encryptionKey: string;
}

/** Seals every stored secret with the current encryption key. */
@Injectable()
export class KeyRewrap {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
    private readonly store: KeyStore,
    private readonly sealed: SealedValuesRegistry,
  ) {}

  async run(by: AuditCall): Promise<Rewrapped> {
    const encryptionKey = this.ring.keyId ?? 'none: stored in plain';
    return this.database.transaction(PLATFORM, async (tx) => {
      const rewrapped: Record<string, number> = {};
      for (const values of this.sealed.all) rewrapped[values.name] = await values.rewrap(tx);
      const changes = changesBetween(undefined, rewrapped);
      if (changes.some(({ after }) => after !== '0')) {
        await recordAudit(tx, by, { targets: [{ type: 'encryptionKey', id: encryptionKey }], changes });
      }
      return { rewrapped, encryptionKey };
    });
  }

  /** Warnings for the operator about how keys are stored; empty when all are sealed. */
  async warning(): Promise<string | undefined> {
    const outdated = await this.store.countOutdated();
    if (this.ring.keyId === undefined) {
      return 'ENCRYPTION_KEY is not set: signing keys and secrets are stored unencrypted. Set it and run "keys rewrap".';
    }
    return outdated > 0
      ? 'Some keys are not stored under the current ENCRYPTION_KEY: run "keys rewrap" once no older version is serving.'
      : undefined;
  }
}
