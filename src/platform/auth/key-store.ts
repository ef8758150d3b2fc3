import { Injectable } from '@nestjs/common';
import { Database, PLATFORM, type Statements, type Step } from '#platform/database/database';
import { KeyRing } from '#platform/encryption/key-ring';
import { SealedValuesRegistry } from '#platform/encryption/sealed-values';

/** The only role that can read key_material. It is set for one transaction, like every role here. */
const KEYS_ROLE = 'vendor_risk_keys';
const SERVICE_ROLE = 'vendor_risk_service';
const AS_KEYS_ROLE: Step = { sql: `SELECT set_config('role', '${KEYS_ROLE}', true)` };

const FIND = `SELECT encode(value, 'hex') FROM key_material WHERE name = $1`;
const LIST = `SELECT name, value FROM key_material ORDER BY name`;
const LIST_TO_CHANGE = `${LIST} FOR UPDATE`;
const ADD = `INSERT INTO key_material (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`;

/** Signing keys and secrets of the platform: sealed, and read under a database role that no other statement runs under. */
@Injectable()
export class KeyStore {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
    sealed: SealedValuesRegistry,
  ) {
    sealed.add({ name: 'keys', rewrap: (tx) => this.rewrap(tx) });
  }

  async find(name: string): Promise<Buffer | undefined> {
    const [, rows] = await this.database.reserved.readTexts(PLATFORM, [AS_KEYS_ROLE, { sql: FIND, params: [name] }]);
    const value = rows?.[0]?.[0];
    return typeof value === 'string' ? this.ring.open(Buffer.from(value, 'hex'), name) : undefined;
  }

  /** Keeps an existing value: when several processes add the same name, one succeeds. */
  async add(tx: Statements, name: string, value: Buffer): Promise<void> {
    await asKeysRole(tx, () => tx.query(ADD, [name, this.ring.seal(value, name)]));
  }

  async remove(tx: Statements, names: readonly string[]): Promise<void> {
    if (names.length > 0) await asKeysRole(tx, () => tx.query(`DELETE FROM key_material WHERE name = ANY ($1)`, [names]));
  }

  /**
   * Counts the values that are not sealed with the current key. Throws when one cannot be opened at all. Takes no lock, because the service
   * also starts on a read-only database.
   */
  async countOutdated(): Promise<number> {
    return this.database.transaction(PLATFORM, async (tx) => (await this.outdated(tx, LIST)).length);
  }

  private async rewrap(tx: Statements): Promise<number> {
    const outdated = await this.outdated(tx, LIST_TO_CHANGE);
    for (const { name, value } of outdated) {
      const sealed = this.ring.seal(value, name);
      await asKeysRole(tx, () => tx.query(`UPDATE key_material SET value = $2 WHERE name = $1`, [name, sealed]));
    }
    return outdated.length;
  }

  private async outdated(tx: Statements, list: string): Promise<{ name: string; value: Buffer }[]> {
    const rows = (await asKeysRole(tx, () => tx.query(list))) as { name: string; value: Buffer }[];
    const opened = rows.map(({ name, value }) => ({ name, value: this.ring.open(value, name), isCurrent: this.ring.isCurrent(value) }));
    return opened.filter(({ isCurrent }) => !isCurrent);
  }
}

/** A failure rolls the transaction back, and the role with it. */
async function asKeysRole<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  await tx.query(`SET LOCAL ROLE ${KEYS_ROLE}`);
  const result = await work();
  await tx.query(`SET LOCAL ROLE ${SERVICE_ROLE}`);
  return result;
}
