import { Injectable } from '@nestjs/common';
import { settleScores } from '#modules/scores/settle-scores';
import { byOperator } from '#platform/audit/audit-call';
import { changeOf } from '#platform/audit/audit-changes';
import { recordAudit, type AuditEntry } from '#platform/audit/record-audit';
import { lockObservations } from '#platform/database/locks';
import { Database, PLATFORM, type BulkConnection } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { copyLine } from '../copy-text';
import { FormatError } from '#platform/import/format-error';
import { readCapec } from './capec';
import {
  BY_CVE,
  BY_CWE,
  COPY_CAPEC,
  COPY_EPSS,
  COPY_KEV,
  CREATE_CAPEC,
  CREATE_EPSS,
  CREATE_KEV,
  enrich,
  MERGE_CAPEC,
  MERGE_EPSS,
  MERGE_KEV,
  OWN_CVES,
  OWN_CWES,
  WITHDRAW_CAPEC,
  WITHDRAW_KEV,
} from './enrichment.sql';
import { readEpss } from './epss';
import { readKev } from './kev';

const LIMITS = { statementMs: 600_000, lockMs: 600_000 };
const BATCH = 20_000;

export interface EnrichmentResult {
  /** Observations with an id of the file. */
  matched: number;
  /** Observations that changed. */
  updated: number;
}

/**
 * Imports public catalogues and enriches every organization's observations from them; scores are updated. The enrichment is
 * derived from the stored catalogues, so the next run completes an interrupted one, and a run without new data changes
 * nothing.
 */
@Injectable()
export class Enrichment {
  constructor(private readonly database: Database) {}

  async kev(bytes: AsyncIterable<Uint8Array>): Promise<EnrichmentResult> {
    const cves = await this.load('kev', async (tx, ids) => {
      await tx.query(CREATE_KEV);
      const extent = { isComplete: false };
      await copyAll(tx, COPY_KEV, readKev(bytes, extent), ({ cve, dateAdded, dueDate, ransomware }) => {
        ids.add(cve);
        return copyLine([cve, dateAdded, dueDate, String(ransomware)]);
      });
      await tx.query(MERGE_KEV);
      if (extent.isComplete) await tx.query(WITHDRAW_KEV);
    });
    return this.apply('kev', cves, OWN_CVES, BY_CVE);
  }

  async epss(bytes: AsyncIterable<Uint8Array>): Promise<EnrichmentResult> {
    const cves = await this.load('epss', async (tx, ids) => {
      await tx.query(CREATE_EPSS);
      await copyAll(tx, COPY_EPSS, readEpss(bytes), ({ cve, score, percentile }) => {
        ids.add(cve);
        return copyLine([cve, score, percentile]);
      });
      await tx.query(MERGE_EPSS);
    });
    return this.apply('epss', cves, OWN_CVES, BY_CVE);
  }

  async capec(bytes: AsyncIterable<Uint8Array>): Promise<EnrichmentResult> {
    const cwes = await this.load('capec', async (tx, ids) => {
      await tx.query(CREATE_CAPEC);
      await copyAll(tx, COPY_CAPEC, readCapec(bytes), ({ capec, summary, description, cwes: weaknesses }) => {
        for (const cwe of weaknesses) ids.add(cwe);
        // A pattern without weaknesses is imported too, to remove its earlier weaknesses.
        return [undefined, ...weaknesses].map((cwe) => copyLine([cwe, capec, summary, description])).join('');
      });
      await tx.query(MERGE_CAPEC);
      await tx.query(WITHDRAW_CAPEC);
    });
    return this.apply('capec', cwes, OWN_CWES, BY_CWE);
  }

  /** Imports a file into the shared tables, all or nothing, and returns the ids in it. */
  private async load(catalogue: string, work: (tx: BulkConnection, ids: Set<string>) => Promise<void>): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    try {
      await this.database.bulk(PLATFORM, LIMITS, async (tx) => {
        await work(tx, ids);
        await recordAudit(tx, byOperator(`enrich ${catalogue}`), entryOf(catalogue, 'entries', ids.size));
        return { result: undefined, keep: true };
      });
    } catch (error) {
      if (error instanceof FormatError) throw new InvalidArgument(error.message, 'FILE_UNREADABLE');
      throw error;
    }
    return ids;
  }

  /** Each organization in its own transaction and scope. */
  private async apply(catalogue: string, ids: ReadonlySet<string>, own: string, concerned: string): Promise<EnrichmentResult> {
    const sum: EnrichmentResult = { matched: 0, updated: 0 };
    for (const { id } of await this.database.read<{ id: string }>(PLATFORM, 'SELECT id FROM organization ORDER BY created_at, id')) {
      const { matched, updated } = await this.database.transaction(
        id,
        async (tx) => {
          await lockObservations(tx, id);
          const known = await tx.query<{ id: string }[]>(own, [id]);
          const named = known.map((row) => row.id).filter((name) => ids.has(name));
          const [result] = await tx.query<[EnrichmentResult]>(enrich(concerned), [id, named]);
          if (result.updated > 0) {
            await settleScores(tx, id);
            await recordAudit(tx, byOperator(`enrich ${catalogue}`, id), entryOf(catalogue, 'updated', result.updated));
          }
          return result;
        },
        LIMITS,
      );
      sum.matched += matched;
      sum.updated += updated;
    }
    return sum;
  }
}

function entryOf(catalogue: string, counted: string, count: number): AuditEntry {
  return { targets: [{ type: 'catalogue', id: catalogue }], changes: [changeOf(counted, undefined, count)] };
}

async function copyAll<T>(tx: BulkConnection, copy: string, entries: AsyncIterable<T>, lineOf: (entry: T) => string): Promise<void> {
  let lines: string[] = [];
  for await (const entry of entries) {
    lines.push(lineOf(entry));
    if (lines.length < BATCH) continue;
    await tx.copy(copy, lines.join(''));
    lines = [];
  }
  if (lines.length > 0) await tx.copy(copy, lines.join(''));
}
