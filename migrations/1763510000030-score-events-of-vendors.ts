import type { MigrationInterface, QueryRunner } from 'typeorm';

const VENDOR = 2;
const SCORE = 8;
const OFFBOARDED = 4;
/** The smallest change of a score that is an event although the grade stays the same. */
const MIN_POINTS = 5;

/**
 * vendor.score_changed compares the scores of vendors as they are served. The rows of party_score also have one while a vendor is not
 * monitored, in which none of its observations count: monitoring it again looked like a fall from 100. No nested loops: a plan made for one
 * vendor is kept, and would compare each vendor with each other when a file changes thousands.
 */
export class ScoreEventsOfVendors1763510000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION event_of_vendor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_nestloop = off AS $$
      BEGIN
        PERFORM event_about(a.organization_id, 'vendor.offboarded', ${VENDOR}, array_agg(a.id), NULL)
           FROM (SELECT organization_id, id FROM added WHERE lifecycle_status = ${OFFBOARDED}
                 EXCEPT SELECT organization_id, id FROM removed WHERE lifecycle_status = ${OFFBOARDED}) a
          WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
        PERFORM event_about(a.organization_id, 'vendor.score_changed', ${SCORE}, NULL, array_agg(a.domain_name),
                            jsonb_object_agg(a.domain_name, jsonb_build_object('score', r.score, 'grade', r.score_grade)))
           FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
          WHERE (a.score_grade <> r.score_grade OR abs(a.score - r.score) >= ${MIN_POINTS}) AND event_is_wanted(a.organization_id)
          GROUP BY a.organization_id;
        RETURN NULL;
      END $$`);
    await runner.query(`DROP TRIGGER event_of_score_update ON party_score`);
    await runner.query(`DROP FUNCTION event_of_score()`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
