import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#platform/database/data-source-options';
import { migrate } from '#platform/database/migrate';
import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { MIGRATIONS } from '../../migrations/all';
import { verify } from '../../src/admin/verify/verify';
import { fileDatabase } from '../support/database';
import { startTestApp } from '../support/test-app';
import { readRecords } from './release-record';

const ORGANIZATIONS = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'];
const ENRICHED = `"epss":{"score" : null, "percentile" : 0},"capec":[{"capecId":"CAPEC-1","summary":"s","description":"d"}]`;
const SCORED = `"epss":{"score" : 0.5, "percentile" : 0.9},"capec":[]`;

const TWO_SCORES = `"title":"Title","cvssScores":[{"baseScore":10,"baseSeverity":"CVSS_SCORE_SEVERITY_HIGH"},{"baseScore":9.8,"baseSeverity":"CVSS_SCORE_SEVERITY_CRITICAL"}]`;

/** Observations as release 1.0.0 writes them: every third has two CVEs, every fourth is closed, every fifth is flagged, every fifteenth has two scores. */
const FILL = `
  INSERT INTO observation (organization_id, id, view, party_domain, subject_domain, fingerprint, group_key, observation_type, title, category, severity,
                           approval_status, cve_ids, cvss_base_score, cvss_severity, epss_score, source_name, first_seen, last_seen, created_at, updated_at, body, body_hash, enrichment)
  SELECT $1::uuid, gen_random_uuid(), 1, 'vendor-' || n % 3 || '.com', 'www.vendor-' || n % 3 || '.com', decode(md5(n::text), 'hex'),
         CASE WHEN n % 2 = 0 THEN 'CVE-2024-000' || n % 4 ELSE 'type_' || n % 5 END, 'type_' || n % 5, 'Title', 1 + n % 14, 1 + n % 5,
         CASE WHEN n % 4 = 0 THEN 4 ELSE 1 END,
         CASE WHEN n % 6 = 0 THEN ARRAY['CVE-2024-000' || n % 4, 'CVE-2024-9999', 'CVE-2024-000' || 8 + n % 2] WHEN n % 2 = 0 THEN ARRAY['CVE-2024-000' || n % 4] ELSE '{}' END,
         n % 10, CASE WHEN n % 15 = 0 THEN 4 END, CASE WHEN n % 7 = 0 THEN 0.5 END, 'scanner', now() - n * interval '1 hour', now() - n * interval '1 minute',
         '2026-01-01', '2026-01-01', CASE WHEN n % 15 = 0 THEN '${TWO_SCORES}' ELSE '"title":"Title"' END, 'h',
         CASE WHEN n % 7 = 0 THEN '${SCORED}' WHEN n % 3 = 0 THEN '${ENRICHED}' END
    FROM generate_series(1, 60) n`;
const FLAG = `
  INSERT INTO observation_flag (organization_id, observation_id, flagged_at, actor_type, actor_name)
  SELECT organization_id, id, now(), 1, 'Test' FROM observation WHERE organization_id = $1 AND severity = 1`;

describe('an upgrade from release 1.0.0', () => {
  const database = fileDatabase();

  beforeAll(async () => {
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(`DROP SCHEMA public, pgboss CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO vendor_risk_service`);
    const released = readRecords().find(({ version }) => version === '1.0.0')?.migrations.length ?? 0;
    const dataSource = await new DataSource({
      ...dataSourceOptions(database.adminUrl, 1),
      migrations: MIGRATIONS.slice(0, released),
    }).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.destroy();
    for (const [index, id] of ORGANIZATIONS.entries()) {
      await admin.query(`INSERT INTO organization (id, name, domain, vrm_enabled, monitoring_slots) VALUES ($1, 'One', $2, true, 5)`, [
        id,
        `upgraded-${index}.com`,
      ]);
      await admin.query(
        `INSERT INTO vendor (organization_id, id, domain_name, company_name, is_monitored, monitored_since, lifecycle_status, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'vendor-' || n || '.com', 'Vendor', true, now(), 2, now(), now() FROM generate_series(0, 2) n`,
        [id],
      );
      await admin.query(FILL, [id]);
      await admin.query(FLAG, [id]);
    }
    await admin.end();
  });

  it('recounts groups by CVE, omits an unknown EPSS, and takes the highest severity of several CVSS scores', async () => {
    expect(await migrate(database.adminUrl)).toEqual(MIGRATIONS.slice(readRecords()[0]?.migrations.length).map(({ name }) => name));
    const service = await startTestApp();
    const result = await verify(service.app.get(Database), service.app.get(Organizations));
    await service.close();
    // Scores are settled by the service, which wrote nothing here.
    expect(result.found.filter(({ check }) => !check.includes('scores'))).toEqual([]);

    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const { rows: groups } = await admin.query(
      `SELECT open_count + closed_count AS count FROM observation_group WHERE group_key = 'CVE-2024-9999' AND organization_id = $1`,
      [ORGANIZATIONS[1]],
    );
    const { rows: documents } = await admin.query(
      `SELECT enrichment, count(*)::int AS count, bool_and(updated_at > '2026-01-01') AS moved FROM observation GROUP BY 1 ORDER BY 1`,
    );
    const { rows: severities } = await admin.query(
      `SELECT cvss_severity, count(*)::int AS count FROM observation WHERE cvss_severity IS NOT NULL GROUP BY 1`,
    );
    await admin.end();
    expect(severities).toEqual([{ cvss_severity: 5, count: 8 }]);
    expect(groups).toEqual([{ count: '10' }]);
    expect(documents).toEqual([
      { enrichment: ENRICHED.slice(ENRICHED.indexOf('"capec"')), count: 36, moved: true },
      { enrichment: SCORED, count: 16, moved: false },
      { enrichment: null, count: 68, moved: false },
    ]);
  });
});
