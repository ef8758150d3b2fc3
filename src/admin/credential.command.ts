import { Command, Option, SubCommand } from 'nest-commander';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { ALL_SCOPES } from '#platform/identity/scope';
import { AdminCommand, CommandGroup } from './admin-command';

const CLIENT_ID = { clientId: 'the client id, vrc_…' };
const SHOWN_ONCE = 'Store the secret now: it is not shown again.';

@SubCommand({ name: 'create', description: 'Creates a credential and shows its secret once.' })
class CredentialCreate extends AdminCommand<{ org: string; name: string; scopes: string }> {
  override readonly examples = [
    'credential create --org northwind.com --name "SIEM export" --scopes findings.read,vendor-directory.read',
    'credential create --org northwind.com --name Operations --scopes all --json',
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

  override async execute(_: string[], { org, name, scopes }: { org: string; name: string; scopes: string }) {
    const created = await (await this.service.get(CredentialAdmin)).create(org, name, scopes);
    this.say(SHOWN_ONCE);
    return created;
  }
}

@SubCommand({ name: 'list', description: 'Lists credentials, oldest first, without their secrets.' })
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

@SubCommand({
  name: 'rotate',
  arguments: '<clientId>',
  description: 'Gives a credential a new secret; the old one and all its tokens stop working at once.',
  argsDescription: CLIENT_ID,
})
class CredentialRotate extends AdminCommand {
  override async execute([clientId]: [string]) {
    const rotated = await (await this.service.get(CredentialAdmin)).rotate(clientId);
    this.say(SHOWN_ONCE);
    return rotated;
  }
}

@SubCommand({
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

@Command({ name: 'credential', description: 'Client credentials for the token endpoint.', subCommands: COMMANDS })
class CredentialCommand extends CommandGroup {}

export const CREDENTIAL_COMMANDS = [CredentialCommand, ...COMMANDS];
