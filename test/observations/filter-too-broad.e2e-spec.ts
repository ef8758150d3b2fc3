import { expectError } from '../support/error-body';
import { rule } from '../support/filters';
import type { Answer, TestOrganization } from '../support/organization';
import { fileDatabase, run } from '../support/database';
import { rule as vendorRule } from '../support/vendors';
import { startTestApp, type TestApp } from '../support/test-app';
import { organizationWith } from './organization-with';

const CANCEL = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('a filter that exceeds the statement timeout', () => {
  const database = fileDatabase();
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    ({ org } = await organizationWith(service, 3));
  });
  afterAll(async () => {
    await service.close();
  });

  /** The call waits for the table until its statement is cancelled, as at the statement timeout. */
  async function ended(table: string, call: () => Promise<Answer>): Promise<Answer> {
    const release = await database.hold(table);
    try {
      const answer = call();
      await database.heldUp(1);
      await run(database.adminUrl, CANCEL);
      return await answer;
    } finally {
      await release();
    }
  }

  const source = rule('SOURCE', 'EQUALS', { stringValue: 'scanner' });
  const title = rule('TITLE', 'NOT_CONTAINS', { stringValue: 'something else' });
  const filters = [source, title];

  it.each([
    ['a list', 'observations', {}],
    ['groups', 'observations/groups', {}],
    ['flags', 'observations/actions/flag', {}],
    ['removed flags', 'observations/actions/unflag', {}],
    ['flags of groups', 'observations/actions/flag/groups', {}],
    ['a change of status', 'observations/actions/status', { approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL' }],
    ['an assignment', 'observations/actions/assign', { assignee: 'jo' }],
    ['a comment', 'observations/actions/annotate', { comment: 'Seen.' }],
  ])('is named in the answer: %s', async (_, path, request) => {
    const answer = await ended('observation', () => org.post(path, { ...request, filters }));
    expectError(answer, 504, 'FILTER_TOO_BROAD');
    expect(answer.body.details[0].metadata.rule).toMatch(/^filters\[[01]\]\.rule$/);
    expect((await org.post('observations', { filters })).body.totalCount).toBe('3');
  });

  it('is named in the answer: a list of vendors', async () => {
    const narrow = vendorRule('IS_MONITORED', 'EQUALS', { boolValue: true });
    const broad = vendorRule('COMPANY_NAME', 'NOT_CONTAINS', { stringValue: 'x' });
    const answer = await ended('vendor', () => org.post('vendors', { filters: [narrow, broad] }));
    expectError(answer, 504, 'FILTER_TOO_BROAD');
    expect(answer.body.details[0].metadata).toEqual({ rule: 'filters[1].rule' });
  });

  it('is not named when nothing is filtered', async () => {
    expectError(await ended('observation', () => org.post('observations', {})), 504, 'STATEMENT_TIMEOUT');
    expectError(await ended('vendor', () => org.post('vendors', {})), 504, 'STATEMENT_TIMEOUT');
  });
});
