import { organizationWith } from '../observations/organization-with';
import { reasonOf, type Answer, type TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const violatedFields = (answer: Answer): string[] =>
  answer.body.details
    .flatMap((detail: { fieldViolations?: { field: string }[] }) => detail.fieldViolations ?? [])
    .map(({ field }: { field: string }) => field);

/** Rules that a handler checks after class-validator: the error names every violated field by its path in the request. */
describe('violated fields', () => {
  let service: TestApp;
  let org: TestOrganization;
  let orns: string[];

  beforeAll(async () => {
    service = await startTestApp();
    ({ org, orns } = await organizationWith(service, 1));
  });
  afterAll(() => service.close());

  it.each(['flag', 'unflag', 'status', 'annotate', 'assign'])('names every malformed ORN: observations/actions/%s', async (action) => {
    const change = { status: { approvalStatus: 'APPROVAL_STATUS_RESOLVED' }, annotate: { comment: 'Seen' }, assign: { assignee: 'jo' } }[
      action
    ];
    const foreign = 'orn:1:observation:vrm:key:elsewhere.com';
    const observationOrns = [foreign, orns[0], orns[0], 'nonsense', 'nonsense', 'orn:1:observation:vrm:a key:elsewhere.com'];
    const answer = await org.post(`observations/actions/${action}`, { observationOrns, ...change });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'ORN_MALFORMED']);
    expect(violatedFields(answer)).toEqual(['observationOrns[3]', 'observationOrns[4]', 'observationOrns[5]']);
    const { body } = await org.get(`observations/${orns[0]}`);
    expect(body.observation).toMatchObject({ isFlagged: false, approvalStatus: 'APPROVAL_STATUS_BACKLOG' });
  });

  it.each(['flag', 'unflag'])('names every malformed group ORN: observations/actions/%s/groups', async (action) => {
    const groupOrns = ['orn:1:observation-group:vrm:CVE-2021-44228:elsewhere.com', 'nonsense', 'nonsense'];
    const answer = await org.post(`observations/actions/${action}/groups`, { groupOrns });
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'ORN_MALFORMED']);
    expect(violatedFields(answer)).toEqual(['groupOrns[1]', 'groupOrns[2]']);
  });

  it.each<[string, Record<string, unknown>, string, string[]]>([
    [
      'security-events/feed',
      { filters: { cveIds: ['one', 'CVE-2021-44228', 'two'] } },
      'INVALID_REQUEST',
      ['filters.cveIds[0]', 'filters.cveIds[2]'],
    ],
    [
      'security-events/actions/vendor-response',
      {
        eventId: 'any',
        responseStatus: 'VENDOR_RESPONSE_STATUS_FIXED',
        evidenceUrls: ['ftp://example.com', 'https://example.com', 'proof'],
      },
      'INVALID_REQUEST',
      ['evidenceUrls[0]', 'evidenceUrls[2]'],
    ],
    ['credentials', { name: 'Wrong', scopes: ['avd.read', 'avd.write', 'avd.delete'] }, 'SCOPE_UNKNOWN', ['scopes[1]', 'scopes[2]']],
    [
      'credentials',
      { name: 'Wrong', scopes: ['avd.read'], allowedNetworks: ['192.0.2.0/24', 'here', 'there'] },
      'INVALID_NETWORK',
      ['allowedNetworks[1]', 'allowedNetworks[2]'],
    ],
    ['credentials', { name: 'Wrong', scopes: ['avd.read'], expiresAt: '2020-01-01T00:00:00Z' }, 'EXPIRY_IN_THE_PAST', ['expiresAt']],
    ['observations/import', { format: 'csv', content: 'a,b' }, 'FORMAT_UNKNOWN', ['format']],
    ['observations/import', { format: 'jsonl', content: '{}', vendorDomain: 'unheard-of.com' }, 'VENDOR_UNKNOWN', ['vendorDomain']],
    ['observations/import', { format: 'nuclei', content: '[{"template-id":' }, 'FILE_UNREADABLE', ['content']],
  ])('names them all: %s %j', async (path, request, reason, fields) => {
    const answer = await org.post(path, request);
    expect([answer.status, reasonOf(answer), violatedFields(answer)]).toEqual([400, reason, fields]);
  });
});
