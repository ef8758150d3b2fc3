import type { JSONWebKeySet } from 'jose';
import { readKeySet } from '#platform/auth/client-keys';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { readNetworks } from '#platform/auth/read-networks';
import { readScopes } from '#platform/auth/read-scopes';
import { InvalidArgument } from '#platform/errors/api-error';
import { ALL_SCOPES } from '#platform/identity/scope';
import { AdminCommand, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import { readText } from './import/open-file';
import { readDuration, readMoment } from './option-values';

const CLIENT_ID = { clientId: 'the client id, vrc_…' };
const SHOWN_ONCE = 'Store the secret now: it is not shown again.';
const MAX_KEY_FILE_BYTES = 65_536;
const EXPIRES = 'when it expires: a date, or a date-time with an offset';

async function readKeyFile(path: string | undefined): Promise<JSONWebKeySet | undefined> {
  if (path === undefined) return undefined;
  let keys: unknown;
  try {
    keys = JSON.parse(await readText(path, MAX_KEY_FILE_BYTES));
  } catch (error) {
    throw error instanceof SyntaxError ? new InvalidArgument(`${path} is not JSON.`, 'FILE_UNREADABLE') : error;
  }
  return readKeySet(keys);
}

interface CreateOptions {
  org: string;
  name: string;
  scopes: string;
  expires?: Date;
  allow?: string[];
  jwks?: string;
}

@Command({ name: 'create', description: 'Creates a credential and shows its secret once.' })
class CredentialCreate extends AdminCommand<CreateOptions> {
  override readonly examples = [
    'credential create --org northwind.com --name "SIEM export" --scopes findings.read,vendor-directory.read',
    'credential create --org northwind.com --name Operations --scopes all --expires 2027-12-31 --allow 192.0.2.0/24,2001:db8::/32',
    'credential create --org northwind.com --name Pipeline --scopes findings.import,findings.read --jwks keys.json --json',
  ];

  @Option({ flags: '--org <domain>', required: true, description: 'a domain of its organization' })
  org(text: string): string {
    return text;
  }

  @Option({ flags: '--name <name>', required: true, description: 'what it is for' })
  name(text: string): string {
    return text;
  }

  @Option({ flags: '--scopes <list>', required: true, description: `all, or a comma-separated list of: ${ALL_SCOPES.join(', ')}` })
  scopes(text: string): string {
    return text;
  }

  @Option({ flags: '--expires <moment>', description: EXPIRES })
  expires(text: string): Date {
    return readMoment('--expires', text);
  }

  @Option({ flags: '--allow <list>', description: 'networks that its calls may come from, such as 192.0.2.0/24,2001:db8::/32' })
  allow(text: string): string[] {
    return readNetworks('--allow', text.split(','));
  }

  @Option({
    flags: '--jwks <file>',
    description: 'public keys (a JWK Set) that verify the assertions of the client; it gets no secret then',
  })
  jwks(path: string): string {
    return path;
  }

  override async execute(_: string[], { org, name, scopes, expires, allow, jwks }: CreateOptions) {
    const spec = { name, scopes: readScopes(scopes), expiresAt: expires, allowedNetworks: allow, jwks: await readKeyFile(jwks) };
    const owner = await (await this.service.get(Organizations)).get(org);
    const created = await (await this.service.get(CredentialAdmin)).issue(owner, spec);
    if (created.clientSecret !== undefined) this.say(SHOWN_ONCE);
    return created;
  }
}

@Command({ name: 'list', description: 'Lists credentials, oldest first, without their secrets.' })
class CredentialList extends AdminCommand<{ org?: string }> {
  override readonly examples = ['credential list --org northwind.com'];

  @Option({ flags: '--org <domain>', description: 'only those of the organization with this domain' })
  org(text: string): string {
    return text;
  }

  override async execute(_: string[], { org }: { org?: string }) {
    const wanted = org === undefined ? undefined : (await (await this.service.get(Organizations)).get(org)).domain;
    const credentials = await (await this.service.get(CredentialAdmin)).list();
    return wanted === undefined ? credentials : credentials.filter(({ organization }) => organization === wanted);
  }
}

interface RotateOptions {
  overlap?: number;
  expires?: Date;
  jwks?: string;
}

@Command({
  name: 'rotate',
  arguments: '<clientId>',
  description:
    'Replaces the secret or the keys of a credential. The old one and all its tokens stop working at once, or after the overlap.',
  argsDescription: CLIENT_ID,
})
class CredentialRotate extends AdminCommand<RotateOptions> {
  override readonly examples = ['credential rotate vrc_0a1b2c --overlap 24h', 'credential rotate vrc_0a1b2c --expires 2027-12-31'];

  @Option({ flags: '--overlap <span>', description: 'how long the old secret and its tokens stay valid, such as 24h' })
  overlap(text: string): number {
    return readDuration('--overlap', text, { from: '1s', to: '30d' });
  }

  @Option({ flags: '--expires <moment>', description: EXPIRES })
  expires(text: string): Date {
    return readMoment('--expires', text);
  }

  @Option({ flags: '--jwks <file>', description: 'the new public keys, for a credential with keys' })
  jwks(path: string): string {
    return path;
  }

  override async execute([clientId]: [string], { overlap, expires, jwks }: RotateOptions) {
    const rotation = { overlapSeconds: overlap, expiresAt: expires, jwks: await readKeyFile(jwks) };
    const rotated = await (await this.service.get(CredentialAdmin)).rotate(clientId, rotation);
    if (rotated.clientSecret !== undefined) this.say(SHOWN_ONCE);
    return rotated;
  }
}

@Command({
  name: 'revoke',
  arguments: '<clientId>',
  description: 'Revokes a credential permanently; all its tokens stop working at once.',
  argsDescription: CLIENT_ID,
})
class CredentialRevoke extends AdminCommand {
  override async execute([clientId]: [string]) {
    return (await this.service.get(CredentialAdmin)).revoke(clientId);
  }
}

const COMMANDS = [CredentialCreate, CredentialList, CredentialRotate, CredentialRevoke];

export const CREDENTIAL: CommandGroup = {
  name: 'credential',
  description: 'Client credentials for the token endpoint.',
  commands: COMMANDS,
};
