import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import type { FilterField } from '#platform/filters/field-catalogue';
import { Client } from 'pg';
import { asOwner } from '../isolation/tenant-tables';
import { fileDatabase } from '../support/database';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const ROWS = 300;

/** What CONTRIBUTING.md says a new filterable field takes: its entry in the catalogue, and one line of observation_words. */
describe('a new filterable field', () => {
  const database = fileDatabase();
  const fields = OBSERVATION_CATALOGUE.fields as Record<string, FilterField>;
  let service: TestApp;

  beforeAll(async () => {
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    const { rows } = await client.query<{ body: string }>(
      `SELECT pg_get_function_sqlbody('observation_words(observation)'::regprocedure) AS body`,
    );
    const words = rows[0]?.body.replace(`('VENDOR='::text`, `('REGRESSIONS='::text || (o.regression_count)::text), ('VENDOR='::text`);
    await client.query(
      `CREATE OR REPLACE FUNCTION observation_words(o observation) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE ${words}`,
    );
    await client.query('REINDEX INDEX observation_terms_idx');
    await client.end();
    fields.OBSERVATIONS_FIELD_REGRESSIONS = { type: 'i64', column: 'o.regression_count' };
    service = await startTestApp();
  });
  afterAll(async () => {
    delete fields.OBSERVATIONS_FIELD_REGRESSIONS;
    await service.close();
  });

  it('is counted, and found by its index', async () => {
    const org = await TestOrganization.create(service);
    const { domain } = await aVendor(service, org);
    const all = Array.from({ length: ROWS }, (_, index) =>
      aFinding(`host${index}.${domain}`, { firstSeen: `2026-01-01T00:00:${String(index % 60).padStart(2, '0')}.000Z` }),
    );
    await importFindings(org, all);
    const again = { filters: [rule('SUBJECT_DOMAIN', 'EQUALS', { stringValue: `host7.${domain}` })] };
    await org.post('observations/actions/status', { ...again, approvalStatus: 'APPROVAL_STATUS_RESOLVED' });
    await importFindings(org, [{ ...all[7], lastSeen: '2099-01-01T00:00:00.000Z' }]);

    const found = async (comparison: string, numberValue: number) => {
      const { body } = await org.post('observations', { filters: [rule('REGRESSIONS', comparison, { numberValue })] });
      return [body.totalCount, body.observations[0]?.subjectDomain];
    };
    expect(await found('EQUALS', 1)).toEqual(['1', `host7.${domain}`]);
    expect((await found('LESS_THAN', 1))[0]).toBe(String(ROWS - 1));
    const counts = await asOwner<{ value: string; open_count: string }>(
      `SELECT value, open_count FROM observation_value WHERE organization_id = $1 AND field = 'REGRESSIONS' ORDER BY 1`,
      [org.organization.id],
    );
    expect(counts.map(({ value, open_count: open }) => [value, Number(open)])).toEqual([
      ['0', ROWS - 1],
      ['1', 1],
    ]);
    const terms = await asOwner<{ found: string }>(
      `SELECT count(*) AS found FROM observation o
        WHERE o.organization_id = $1
          AND observation_terms(o.organization_id, o.view, o.is_open, observation_words(o) || observation_pieces(o.asset_url))
              && ARRAY[observation_term($1, 1::smallint, true, 'REGRESSIONS=1')]`,
      [org.organization.id],
    );
    expect(Number(terms[0]?.found)).toBe(1);
  });
});
