import { join } from 'node:path';
import { runNode } from '../support/child';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
}

interface Story {
  tools: string[];
  created: Result;
  listed: Result;
  who: Result;
  refused: Result;
  narrowTools: string[];
  outOfScope: string;
}

describe('the official clients', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  async function tell(version: string, org: TestOrganization, narrow: TestOrganization): Promise<Story> {
    const credentialOf = ({ credential: { clientId, clientSecret } }: TestOrganization) => ({ clientId, clientSecret });
    const input = { version, address: `${service.url}/public/v1/mcp`, credential: credentialOf(org), narrow: credentialOf(narrow) };
    const { code, stdout, stderr } = await runNode([join(__dirname, 'client-story.mjs')], JSON.stringify(input));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Story;
  }

  it.each(['1.x', '2.x as in 2025', '2.x by agreement', '2.x in 2026-07-28'])(
    '%s: finds the token endpoint, gets a token with client credentials, lists and calls tools',
    async (version) => {
      const org = await TestOrganization.create(service);
      const story = await tell(version, org, await org.withScopes('vendor-directory.read'));

      expect(story.tools).toEqual(expect.arrayContaining(['CreateVendorGroup', 'GetVendorGroups', 'WhoAmI']));
      expect(story.created.structuredContent).toMatchObject({ vendorGroup: { name: 'Carriers' } });
      expect(story.listed.structuredContent).toMatchObject({ totalCount: 1, vendorGroups: [{ name: 'Carriers' }] });
      expect(story.who.structuredContent).toMatchObject({ organization: { domain: org.organization.domain } });

      expect(story.refused.isError).toBe(true);
      expect(JSON.parse(story.refused.content[0]?.text ?? '')).toMatchObject({ code: 3, error: { code: 'INVALID_ARGUMENT' } });

      expect(story.narrowTools).not.toContain('CreateVendorGroup');
      expect(story.outOfScope).toMatch(/scope|403/i);
    },
    120_000,
  );
});
