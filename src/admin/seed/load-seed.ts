import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { importInProgress } from '#modules/ingestion/import-in-progress';
import { deferRollups, settleRollups } from '#modules/observations/rollups';
import { settleScores } from '#modules/scores/settle-scores';
import { freeSlots } from '#modules/vendors/free-slots';
import { lockDirectory, lockObservations, tryLockImport } from '#platform/database/locks';
import { Organizations, type Organization } from '#platform/auth/organizations';
import { Database, type Statements } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { HOUR_MS } from '#platform/time/durations';
import { RandomSeedUsed } from './load-seed.errors';
import { COUNT_NEW_VENDORS, FIND_OBSERVATIONS, INSERT_OBSERVATIONS, INSERT_VENDORS } from './load-seed.sql';

const PORTION = 50_000;
const CONNECTIONS = 2;
/** The connections wait for each other, which takes minutes under load. */
const LIMITS = { statementMs: HOUR_MS, lockMs: HOUR_MS };
const MAX = { vendors: 1_000_000, observations: 100_000_000 };

export interface LoadOptions {
  organization: string;
  vendors: number;
  observations: number;
  randomSeed: number;
}

/**
 * Fills an organization with benchmark data, through the same triggers as all writes. Two connections alternate: while one
 * settles its roll-ups, the other inserts. Unlike an import, an interrupted run keeps the finished portions; the next one needs
 * another random seed.
 */
@Injectable()
export class LoadSeed {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
  ) {}

  async run(options: LoadOptions): Promise<{ vendors: number; observations: number }> {
    const { organization, vendors, observations } = options;
    if (vendors < 1 || vendors > MAX.vendors) throw new InvalidArgument(`--vendors must be from 1 to ${MAX.vendors}.`);
    if (observations < 0 || observations > MAX.observations)
      throw new InvalidArgument(`--observations must be from 0 to ${MAX.observations}.`);
    const owner = await this.organizations.get(organization);
    const { id } = owner;
    return this.database.bulk(id, LIMITS, async (tx) => {
      // Held until the end: no other run may insert the same observations after the check.
      if (!(await tryLockImport(tx, id))) throw importInProgress();
      await refuseUsedSeed(tx, owner, options);
      await this.insertVendors(owner, vendors);
      await lockObservations(tx, id);
      await this.insertObservations(id, options);
      await settleScores(tx, id);
      const targets = [{ type: 'organization', id, displayName: organization }];
      await recordAudit(tx, byOperator('seed load', id), { targets, changes: changesBetween(undefined, { vendors, observations }) });
      return { result: { vendors, observations }, keep: true };
    });
  }

  /** They are committed before the observations, which other connections insert. If too few slots are free, the organization gets more. */
  private async insertVendors({ id, domain }: Organization, vendors: number): Promise<void> {
    for (;;) {
      const missing = await this.database.bulk(id, LIMITS, async (tx) => {
        await lockDirectory(tx, id);
        const [row] = await tx.query<{ needed: number }>(COUNT_NEW_VENDORS, [id, vendors]);
        const needed = row?.needed ?? 0;
        const missing = needed > 0 ? needed - (await freeSlots(tx, id)) : 0;
        if (missing > 0) return { result: missing, keep: false };
        await tx.query(INSERT_VENDORS, [id, vendors]);
        return { result: 0, keep: true };
      });
      if (missing === 0) return;
      const { monitoringSlots } = await this.organizations.get(domain);
      await this.organizations.setSlots(domain, monitoringSlots + missing);
    }
  }

  private async insertObservations(id: string, { vendors, observations, randomSeed }: LoadOptions): Promise<void> {
    const rollups = new Mutex();
    let next = 1;
    let failed = false;
    const work = async () => {
      while (next <= observations && !failed) {
        const first = next;
        const last = Math.min(observations, first + PORTION - 1);
        next = last + 1;
        let unlock: (() => void) | undefined;
        const portion = this.database.bulk(id, LIMITS, async (tx) => {
          await tx.query(`SELECT setseed($1), set_config('work_mem', '256MB', true)`, [((randomSeed + first) % 1_000_000) / 1_000_000]);
          await deferRollups(tx);
          await tx.query(INSERT_OBSERVATIONS, [id, first, last, vendors, saltOf(randomSeed), observations]);
          unlock = await rollups.lock();
          await settleRollups(tx);
          return { result: undefined, keep: true };
        });
        await portion.finally(() => unlock?.());
      }
    };
    const working = Array.from({ length: CONNECTIONS }, () =>
      work().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    await Promise.allSettled(working); // keep the lock on observations until both have finished
    await Promise.all(working);
  }
}

async function refuseUsedSeed(tx: Statements, { id, domain }: Organization, { observations, randomSeed }: LoadOptions): Promise<void> {
  const [row] = (await tx.query(FIND_OBSERVATIONS, [id, observations, saltOf(randomSeed)])) as { found: boolean }[];
  if (row?.found) throw new RandomSeedUsed(domain, randomSeed);
}

/** Of the fingerprints: they differ between random seeds. */
function saltOf(randomSeed: number): string {
  return `load ${randomSeed} `;
}

/** A fair mutex: all writers update the same roll-up rows of the organization. */
class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** Waits for all earlier callers; the returned function unlocks. */
  async lock(): Promise<() => void> {
    const before = this.last;
    let unlock!: () => void;
    this.last = new Promise((resolve) => (unlock = resolve));
    await before;
    return unlock;
  }
}
