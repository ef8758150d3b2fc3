import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inPortions } from './tools';

const PORTION = 10_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Adds the resources that existed before the change feed to it. Triggers record what changes meanwhile; their entries stay. */
export class PlaceExistingResources1763360000001 implements MigrationInterface {
  /** Each batch is committed separately. A second run continues where the first one stopped. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inPortions(runner, async (organizationId, after) => {
      if (after === FIRST) {
        for (const statement of OTHERS) await runner.query(statement, [organizationId]);
      }
      const [portion] = (await runner.query(OBSERVATIONS, [organizationId, after, PORTION])) as { last: string | null }[];
      return portion?.last ?? undefined;
    });
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

const enter = (resources: string) => `
  WITH placed AS MATERIALIZED (${resources}),
  made AS MATERIALIZED (SELECT change_set_of($1) AS id WHERE EXISTS (SELECT 1 FROM placed))
  INSERT INTO change (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT $1, p.kind, p.id, p.key, made.id, false FROM placed p CROSS JOIN made
  ON CONFLICT DO NOTHING`;

/** $1 organization. */
const OTHERS = [
  enter(`
    SELECT 2 AS kind, id, NULL::text AS key FROM vendor WHERE organization_id = $1
    UNION ALL SELECT 3, id, NULL FROM vendor_group WHERE organization_id = $1 AND archived_at IS NULL
    UNION ALL SELECT 7, id, NULL FROM questionnaire WHERE organization_id = $1`),
  enter(`
    SELECT kind, change_key(key) AS id, key FROM (
      SELECT 6 AS kind, vendor_domain || '/' || fourth_party_domain AS key FROM fourth_party_relationship WHERE organization_id = $1 AND is_listed
      UNION ALL
      SELECT CASE s.view WHEN 1 THEN 8 ELSE 18 END, s.party_domain
        FROM party_score s LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = s.party_domain
       WHERE s.organization_id = $1 AND s.overall_score IS NOT NULL AND (s.view = 2 OR v.is_monitored)) k`),
  `SELECT change_touch_impacts($1, array_agg(domain), array_agg(event_id)), change_touch_events($1, array_agg(event_id))
     FROM (SELECT party_domain AS domain, event_id FROM security_event_impact WHERE organization_id = $1 AND view = 1
           UNION SELECT v.domain_name, s.event_id FROM vendor v JOIN vendor_statement s ON s.domain = v.domain_name WHERE v.organization_id = $1
           UNION SELECT vendor_domain, event_id FROM vendor_response_on_behalf WHERE organization_id = $1
           UNION SELECT vendor_domain, event_id FROM vrm_request WHERE organization_id = $1) p
   HAVING count(*) > 0`,
  `SELECT change_touch_events($1, array_agg(event_id))
     FROM (SELECT event_id FROM security_event_feed WHERE organization_id = $1
           UNION SELECT event_id FROM vendor_statement WHERE organization_id = $1
           UNION SELECT r.event_id FROM organization_domain d JOIN vrm_request r ON r.vendor_domain = d.domain WHERE d.organization_id = $1) p
   HAVING count(*) > 0`,
];

/** $1 organization, $2 the last id of the previous batch, $3 the batch size. */
const OBSERVATIONS = `
  WITH portion AS MATERIALIZED (
    SELECT id, view, is_listed FROM observation WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3
  ), made AS MATERIALIZED (
    SELECT change_set_of($1) AS id WHERE EXISTS (SELECT 1 FROM portion)
  ), placed AS (
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT $1, CASE p.view WHEN 1 THEN 1 ELSE 11 END, p.id, made.id, false FROM portion p CROSS JOIN made WHERE p.is_listed
    ON CONFLICT DO NOTHING
  )
  SELECT max(id::text) AS last FROM portion`;
