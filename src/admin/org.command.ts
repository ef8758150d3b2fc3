import { Organizations } from '#platform/auth/organizations';
import { InvalidArgument } from '#platform/errors/api-error';
import { AdminCommand, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import { readCount, readMoment, readSwitch } from './option-values';

const DOMAIN = { domain: 'a domain of the organization' };

@Command({ name: 'create', description: 'Creates an organization.' })
class OrgCreate extends AdminCommand<{ name: string; domain: string; vrm?: boolean; slots?: number }> {
  override readonly examples = ['org create --name "Northwind Insurance" --domain northwind.com --vrm --slots 100'];

  @Option({ flags: '--name <name>', required: true, description: 'its display name' })
  name(text: string): string {
    return text;
  }

  @Option({ flags: '--domain <domain>', required: true, description: 'its primary domain, the owner in ORNs' })
  domain(text: string): string {
    return text;
  }

  @Option({ flags: '--vrm', description: 'entitle it to vendor risk management' })
  vrm(): boolean {
    return true;
  }

  @Option({ flags: '--slots <count>', description: 'number of vendors it may monitor (default: 0)' })
  slots(text: string): number {
    return readCount('--slots', text);
  }

  override async execute(
    _: string[],
    { name, domain, vrm = false, slots = 0 }: { name: string; domain: string; vrm?: boolean; slots?: number },
  ) {
    return (await this.service.get(Organizations)).create({ name, domain, vrm, slots });
  }
}

@Command({ name: 'list', description: 'Lists all organizations, oldest first.' })
class OrgList extends AdminCommand {
  override async execute() {
    return (await this.service.get(Organizations)).list();
  }
}

@Command({
  name: 'add-domain',
  arguments: '<domain> <further>',
  description: 'Adds a verified domain to an organization.',
  argsDescription: { ...DOMAIN, further: 'the domain to add; it must not belong to another organization' },
})
class OrgAddDomain extends AdminCommand {
  override readonly examples = ['org add-domain northwind.com northwind.de'];

  override async execute([domain, further]: [string, string]) {
    return (await this.service.get(Organizations)).addDomain(domain, further);
  }
}

@Command({
  name: 'entitle',
  arguments: '<domain>',
  description: 'Switches the entitlement to vendor risk management on or off.',
  argsDescription: DOMAIN,
})
class OrgEntitle extends AdminCommand<{ vrm: boolean; until?: Date }> {
  override readonly examples = ['org entitle northwind.com --vrm on --until 2027-12-31', 'org entitle northwind.com --vrm off'];

  @Option({ flags: '--vrm <on|off>', required: true, description: 'on or off' })
  vrm(text: string): boolean {
    return readSwitch('--vrm', text);
  }

  @Option({ flags: '--until <moment>', description: 'when it ends: a date, or a date-time with an offset' })
  until(text: string): Date {
    return readMoment('--until', text);
  }

  override async execute([domain]: [string], { vrm, until }: { vrm: boolean; until?: Date }) {
    return (await this.service.get(Organizations)).entitle(domain, vrm, until);
  }
}

@Command({
  name: 'suspend',
  arguments: '<domain>',
  description: 'Suspends an organization: its tokens stop working at once.',
  argsDescription: DOMAIN,
})
class OrgSuspend extends AdminCommand {
  override readonly examples = ['org suspend northwind.com'];

  override async execute([domain]: [string]) {
    return (await this.service.get(Organizations)).suspend(domain);
  }
}

@Command({
  name: 'resume',
  arguments: '<domain>',
  description: 'Ends the suspension of an organization: its credentials and unexpired tokens work again.',
  argsDescription: DOMAIN,
})
class OrgResume extends AdminCommand {
  override readonly examples = ['org resume northwind.com'];

  override async execute([domain]: [string]) {
    return (await this.service.get(Organizations)).resume(domain);
  }
}

@Command({
  name: 'slots',
  arguments: '<domain>',
  description: 'Sets how many vendors an organization may monitor.',
  argsDescription: DOMAIN,
})
class OrgSlots extends AdminCommand<{ count: number }> {
  override readonly examples = ['org slots northwind.com --count 250'];

  @Option({ flags: '--count <count>', required: true, description: 'from 0 to 1000000; may be lower than the number in use' })
  count(text: string): number {
    return readCount('--count', text);
  }

  override async execute([domain]: [string], { count }: { count: number }) {
    return (await this.service.get(Organizations)).setSlots(domain, count);
  }
}

@Command({
  name: 'delete',
  arguments: '<domain>',
  description: 'Deletes an organization with all its data and credentials. This cannot be undone.',
  argsDescription: DOMAIN,
})
class OrgDelete extends AdminCommand<{ confirm: string }> {
  override readonly examples = ['org delete northwind.com --confirm northwind.com'];

  @Option({ flags: '--confirm <domain>', required: true, description: 'its primary domain, to confirm' })
  confirm(text: string): string {
    return text;
  }

  override async execute([domain]: [string], { confirm }: { confirm: string }) {
    const organizations = await this.service.get(Organizations);
    const { domain: primary } = await organizations.get(domain);
    if (confirm !== primary) throw new InvalidArgument(`--confirm must be ${primary}, the primary domain of the organization.`);
    return organizations.delete(domain);
  }
}

@Command({
  name: 'limit',
  arguments: '<domain>',
  description: 'Sets the rate limit of an organization in calls per minute, for REST and MCP each.',
  argsDescription: DOMAIN,
})
class OrgLimit extends AdminCommand<{ perMinute: number }> {
  override readonly examples = ['org limit northwind.com --per-minute 3000'];

  @Option({ flags: '--per-minute <count>', required: true, description: 'from 1 to 1000000' })
  perMinute(text: string): number {
    return readCount('--per-minute', text);
  }

  override async execute([domain]: [string], { perMinute }: { perMinute: number }) {
    return (await this.service.get(Organizations)).limit(domain, perMinute);
  }
}

@Command({
  name: 'allow',
  arguments: '<domain>',
  description:
    'Sets the networks that calls of an organization may come from, token requests included. Others get 403 ADDRESS_NOT_ALLOWED.',
  argsDescription: DOMAIN,
})
class OrgAllow extends AdminCommand<{ cidr: string }> {
  override readonly examples = ['org allow northwind.com --cidr 192.0.2.0/24,2001:db8::/32', 'org allow northwind.com --cidr any'];

  @Option({
    flags: '--cidr <list>',
    required: true,
    description: 'IPv4 and IPv6 networks or addresses, separated by commas; any lifts the restriction',
  })
  cidr(text: string): string {
    return text;
  }

  override async execute([domain]: [string], { cidr }: { cidr: string }) {
    return (await this.service.get(Organizations)).allow(domain, cidr === 'any' ? undefined : cidr.split(','));
  }
}

const COMMANDS = [OrgCreate, OrgList, OrgAddDomain, OrgEntitle, OrgSlots, OrgLimit, OrgAllow, OrgSuspend, OrgResume, OrgDelete];

export const ORG: CommandGroup = { name: 'org', description: 'Organizations and their entitlements.', commands: COMMANDS };
