import { Injectable } from '@nestjs/common';
import { lockObservations } from '#modules/observations/observation-lock';
import { settleScores } from '#modules/scores/settle-scores';
import { Organizations } from '#platform/auth/organizations';
import { Database, PLATFORM, type BulkConnection } from '#platform/database/database';
import { readCapec, readEpss, readKev } from './catalogue-files';

const LIMITS = { statementMs: 600_000, lockMs: 600_000 };
const BATCH = 20_000;

export interface EnrichmentResult {
  /** Entries of the file that concern observations of some organization. */
  matched: number;
  /** Observations that say something else now. */
  updated: number;
}

/** Which observations a catalogue speaks about: by their CVEs or their CWEs. */
type Concerned = 'cve' | 'cwe';

/**
 * What is counted in one organization's context: changed entries that concern its observations. $1 is the organization,
 * $2 the changed ids.
 */
const MATCHED: Record<Concerned, string> = {
  cve: `SELECT DISTINCT c.cve_id AS id FROM observation_cve c WHERE c.organization_id = $1 AND c.cve_id = ANY($2::text[])`,
  cwe: `SELECT DISTINCT w.id FROM observation o, unnest(o.cwe_ids) AS w(id) WHERE o.organization_id = $1 AND w.id = ANY($2::text[])`,
};

const UPDATE: Record<Concerned, string> = {
  cve: update(`o.id IN (SELECT c.observation_id FROM observation_cve c WHERE c.organization_id = $1 AND c.cve_id = ANY($2::text[]))`),
  cwe: update(`o.cwe_ids && $2::text[]`),
};

function update(condition: string): string {
  return `
    WITH fresh AS MATERIALIZED (
      SELECT o.id, e.* FROM observation o CROSS JOIN LATERAL observation_enrichment(o.cve_ids, o.cwe_ids, o.epss_score, o.epss_percentile) e
       WHERE o.organization_id = $1 AND ${condition}
    ), updated AS (
      UPDATE observation o
         SET enrichment = f.document, epss_score = f.epss, epss_percentile = f.percentile, is_known_exploited = coalesce(f.known_exploited, false),
             is_ransomware_used = coalesce(f.ransomware, false), updated_at = now()
        FROM fresh f
       WHERE o.organization_id = $1 AND o.id = f.id AND o.enrichment IS DISTINCT FROM f.document
      RETURNING 1
    )
    SELECT count(*)::int AS updated FROM updated`;
}

/** Brings public catalogues in, and lets every organization's observations say what they know. Scores follow. */
@Injectable()
export class Enrichment {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
  ) {}

  async kev(path: string): Promise<EnrichmentResult> {
    const entries = await readKev(path);
    const changed = await this.load(async (tx) => {
      await tx.query(`CREATE TEMPORARY TABLE kev (cve text PRIMARY KEY, added date, due date, ransomware boolean) ON COMMIT DROP`);
      await tx.query(
        `INSERT INTO kev SELECT * FROM unnest($1::text[], $2::date[], $3::date[], $4::boolean[]) ON CONFLICT (cve) DO NOTHING`,
        [
          entries.map((entry) => entry.cve),
          entries.map((entry) => entry.dateAdded),
          entries.map((entry) => entry.dueDate),
          entries.map((entry) => entry.ransomware),
        ],
      );
      // What left the catalogue is no longer known to be exploited.
      const gone = await tx.query<{ cve: string }>(
        `UPDATE vulnerability v SET kev_date_added = NULL, kev_due_date = NULL, ransomware_use = NULL, updated_at = now()
          WHERE v.kev_date_added IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kev k WHERE k.cve = v.cve_id) RETURNING v.cve_id AS cve`,
      );
      const fresh = await tx.query<{ cve: string }>(
        `INSERT INTO vulnerability AS v (cve_id, kev_date_added, kev_due_date, ransomware_use) SELECT cve, added, due, ransomware FROM kev
         ON CONFLICT (cve_id) DO UPDATE SET kev_date_added = excluded.kev_date_added, kev_due_date = excluded.kev_due_date,
                                            ransomware_use = excluded.ransomware_use, updated_at = now()
          WHERE (v.kev_date_added, v.kev_due_date, v.ransomware_use) IS DISTINCT FROM (excluded.kev_date_added, excluded.kev_due_date, excluded.ransomware_use)
         RETURNING v.cve_id AS cve`,
      );
      return [...gone, ...fresh].map((row) => row.cve);
    });
    return this.apply('cve', changed);
  }

  async epss(path: string): Promise<EnrichmentResult> {
    const changed = await this.load(async (tx) => {
      await tx.query(`CREATE TEMPORARY TABLE epss (cve text, score numeric(7,6), percentile numeric(7,6)) ON COMMIT DROP`);
      let lines: string[] = [];
      for await (const { cve, score, percentile } of readEpss(path)) {
        lines.push(`${cve}\t${score}\t${percentile}\n`);
        if (lines.length < BATCH) continue;
        await tx.copy('COPY epss FROM STDIN', lines.join(''));
        lines = [];
      }
      if (lines.length > 0) await tx.copy('COPY epss FROM STDIN', lines.join(''));
      const rows = await tx.query<{ cve: string }>(
        `INSERT INTO vulnerability AS v (cve_id, epss_score, epss_percentile) SELECT DISTINCT ON (cve) cve, score, percentile FROM epss ORDER BY cve
         ON CONFLICT (cve_id) DO UPDATE SET epss_score = excluded.epss_score, epss_percentile = excluded.epss_percentile, updated_at = now()
          WHERE (v.epss_score, v.epss_percentile) IS DISTINCT FROM (excluded.epss_score, excluded.epss_percentile)
         RETURNING v.cve_id AS cve`,
      );
      return rows.map((row) => row.cve);
    });
    return this.apply('cve', changed);
  }

  async capec(path: string): Promise<EnrichmentResult> {
    const entries = await readCapec(path);
    const changed = await this.load(async (tx) => {
      const rows = await tx.query<{ cwe: string }>(
        `INSERT INTO weakness_capec AS w (cwe_id, capec_id, summary, description)
         SELECT DISTINCT ON (cwe, capec) cwe, capec, summary, description FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS e(cwe, capec, summary, description)
         ON CONFLICT (cwe_id, capec_id) DO UPDATE SET summary = excluded.summary, description = excluded.description
          WHERE (w.summary, w.description) IS DISTINCT FROM (excluded.summary, excluded.description)
         RETURNING w.cwe_id AS cwe`,
        [
          entries.map((entry) => entry.cwe),
          entries.map((entry) => entry.capec),
          entries.map((entry) => entry.summary),
          entries.map((entry) => entry.description),
        ],
      );
      return rows.map((row) => row.cwe);
    });
    return this.apply('cwe', changed);
  }

  private load(work: (tx: BulkConnection) => Promise<string[]>): Promise<string[]> {
    return this.database.bulk(PLATFORM, LIMITS, async (tx) => ({ result: await work(tx), keep: true }));
  }

  /** Organization by organization, each in its own transaction and context. */
  private async apply(concerned: Concerned, changed: readonly string[]): Promise<EnrichmentResult> {
    const ids = [...new Set(changed)];
    const matched = new Set<string>();
    let updated = 0;
    if (ids.length === 0) return { matched: 0, updated };
    for (const { id } of await this.organizations.list()) {
      updated += await this.database.transaction(
        id,
        async (tx) => {
          await lockObservations(tx, id);
          for (const row of await tx.query<{ id: string }[]>(MATCHED[concerned], [id, ids])) matched.add(row.id);
          const [row] = await tx.query<{ updated: number }[]>(UPDATE[concerned], [id, ids]);
          await settleScores(tx, id);
          return row?.updated ?? 0;
        },
        LIMITS,
      );
    }
    return { matched: matched.size, updated };
  }
}
