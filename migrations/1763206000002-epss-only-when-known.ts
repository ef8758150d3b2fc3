import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inPortions } from './tools';

const PORTION = 2_000;

/** Observations with attack patterns but without EPSS had a null for it. Now they omit it. */
export class EpssOnlyWhenKnown1763206000002 implements MigrationInterface {
  /** Each batch of repaired rows is committed separately. A second run continues where the first one stopped. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENRICHMENT);
    await inPortions(runner, async (organizationId, after) => {
      // The lock that every writer of observations takes.
      await runner.query(`SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))`, [organizationId]);
      const [{ last }] = (await runner.query(REPAIR, [organizationId, after, PORTION])) as [{ last: string | null }];
      return last ?? undefined;
    });
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

const ENRICHMENT = `
CREATE OR REPLACE FUNCTION observation_enrichment(cves text[], cwes text[], own_epss numeric, own_percentile numeric)
RETURNS TABLE (document text, epss numeric, percentile numeric, known_exploited boolean, ransomware boolean) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL OR v.added IS NOT NULL OR c.capec IS NOT NULL THEN
           concat_ws(',',
             '"epss":' || CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL THEN
               json_build_object('score', coalesce(v.epss, own_epss), 'percentile', coalesce(v.percentile, own_percentile, 0)) END,
             '"knownExploited":' || json_strip_nulls(CASE WHEN v.added IS NOT NULL THEN
               json_build_object('dateAdded', v.added || 'T00:00:00.000Z', 'dueDate', v.due || 'T00:00:00.000Z', 'ransomwareUse', v.ransomware) END),
             '"capec":' || coalesce(c.capec, '[]'::json))
         END,
         coalesce(v.epss, own_epss), coalesce(v.percentile, own_percentile), v.added IS NOT NULL, v.ransomware
    FROM (SELECT max(epss_score) AS epss, max(epss_percentile) AS percentile, min(kev_date_added) AS added, min(kev_due_date) AS due,
                 coalesce(bool_or(ransomware_use), false) AS ransomware
            FROM vulnerability WHERE cve_id = ANY(cves)) v,
         (SELECT json_agg(json_build_object('capecId', p.capec_id, 'summary', p.summary, 'description', p.description) ORDER BY p.capec_id) AS capec
            FROM (SELECT DISTINCT capec_id, summary, description FROM weakness_capec WHERE cwe_id = ANY(cwes) ORDER BY capec_id LIMIT 10) p) c
$$`;

/** $1 organization, $2 the last id of the previous batch, $3 the batch size. */
const REPAIR = `
  WITH wrong AS MATERIALIZED (
    SELECT id FROM observation
     WHERE organization_id = $1 AND id > $2 AND epss_score IS NULL AND starts_with(enrichment, '"epss":{"score" : null')
     ORDER BY id LIMIT $3
  ), repaired AS (
    UPDATE observation o SET enrichment = regexp_replace(o.enrichment, '^"epss":\\{[^}]*\\},', ''), updated_at = now()
      FROM wrong WHERE o.organization_id = $1 AND o.id = wrong.id
  )
  SELECT max(id::text) AS last FROM wrong`;
