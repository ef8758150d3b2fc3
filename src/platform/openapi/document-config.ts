import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { SCOPES } from '#platform/identity/scope';
import { TOKEN_PATH } from '#platform/oauth/paths';
import { OAUTH_TAG } from './oauth-paths';

const DESCRIPTION = `Security findings about your vendors, the events that hit them, the fourth parties behind them, and the vendor directory itself.

Get a token with \`POST /v1/oauth/token\` (client credentials), then send \`Authorization: Bearer <token>\`. Every call reads and writes the data of the token's organization.
The same operations are MCP tools at \`/public/v1/mcp\`.

More: [filter reference](/docs/filters), [errors and their reasons](/docs/errors), [your portfolio](/docs/portfolio), [graph of your fourth parties](/docs/graph).

A \`vendorId\` in requests and answers is the id the service gave a vendor (\`Vendor.id\`). Only in the fields of a vendor is \`vendorId\` your own reference, such as a supplier number.`;

/** The areas of the service. */
const TAGS: Readonly<Record<string, string>> = {
  Account: 'The organization and the permissions of the token.',
  Agents: 'Answers to common questions, and reference texts for agents.',
  'Audit log': 'Who changed what, when and from where.',
  [OAUTH_TAG]: 'Access tokens for the credentials of an organization (OAuth 2.0).',
  'Automatic vendor detection': 'Fourth parties: the providers that your vendors rely on, detected from public sources.',
  Changes: 'Every change, in one order, to follow without losing any.',
  Credentials: 'The credentials of the organization: create, rotate and revoke them.',
  Monitoring: 'What the service found when it checked monitored vendors, and its runs.',
  Observations: 'Security findings: lists, groups, history, flags, notes, owners, status, scores and imports.',
  Portfolio: 'The state of all vendors in one call.',
  Questionnaires: 'Security questionnaires for vendors, and the templates they are made from.',
  'Remediation policy': 'How long findings may stay open.',
  'Security events': 'Events such as breaches and exploited vulnerabilities, the affected vendors, requests to them, and their responses.',
  'Vendor groups': 'Groups of vendors, to filter and report by.',
  Vendors: 'The vendor directory: vendors, their monitoring and their lifecycle.',
  Webhooks: 'Signed calls to your URL when something happens.',
};

/** The document without its operations: title, license, server and security. Without `baseUrl`, URLs are relative to the document. */
export function documentConfig(baseUrl: string, supportEmail: string | undefined): Omit<OpenAPIObject, 'paths'> {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Vendor-Risk Public API')
    .setVersion('Beta')
    .setDescription(DESCRIPTION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(baseUrl || '/', 'The service that serves this document.')
    .addOAuth2(
      {
        type: 'oauth2',
        description:
          'Client credentials. Access tokens are JWTs (RFC 9068), validated according to RFC8725: ES256 only; issuer, audience, type and expiry are checked.',
        flows: { clientCredentials: { tokenUrl: `${baseUrl}${TOKEN_PATH}`, scopes: SCOPES } },
      },
      'oauth2',
    )
    .addSecurity('client', { type: 'http', scheme: 'basic', description: 'Client id and secret, only for the OAuth endpoints.' })
    .build();
  // The builder leaves an empty contact.
  config.info.contact = supportEmail === undefined ? undefined : { email: supportEmail };
  if (baseUrl !== '') config.externalDocs = { description: 'Filter reference', url: `${baseUrl}/docs/filters` };
  for (const server of config.servers ?? []) Object.assign(server, { 'x-internal': false });
  return config;
}

/** The areas that have operations in the document. */
export function usedTags(document: OpenAPIObject): { name: string; description: string }[] {
  const used = new Set(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item as Record<string, { tags?: string[] }>))
      .flatMap(({ tags }) => tags ?? []),
  );
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
