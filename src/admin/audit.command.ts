import { Readable } from 'node:stream';
import { AuditModule } from '#modules/audit/audit.module';
import { AuditLog, type AuditFault } from '#modules/audit/audit-log';
import { PLATFORM_LOG } from '#platform/audit/audit-call';
import { writeFile } from '#admin/export/write-file';
import { connected } from '#platform/database/connected';
import { Organizations } from '#platform/auth/organizations';
import { isUuid } from '#platform/fields/uuid';
import { AdminCommand, checking, CommandFailed, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import { formatResult } from './format-result';
import { readMoment } from './option-values';
import { printable } from './printable';
import type { Service } from './service';

const PLATFORM_NAME = 'platform';
const ORG = `one of its domains, the id of a deleted organization, or ${PLATFORM_NAME} for events that concern no organization`;

interface ExportOptions {
  org: string;
  since?: Date;
  file?: string;
}

@Command({
  name: 'export',
  description:
    'Writes the audit events of an organization as JSON lines, oldest first, to standard output or to a file; with --json standard output gets one array of them.',
  modules: () => [AuditModule],
})
class AuditExport extends AdminCommand<ExportOptions, { events: number }> {
  override readonly examples = [
    'audit export --org northwind.com --since 2026-11-01T00:00:00Z > events.jsonl',
    'audit export --org northwind.com --file events.jsonl --json',
  ];

  @Option({ flags: '--org <domain>', required: true, description: ORG })
  org(text: string): string {
    return text;
  }

  @Option({ flags: '--since <time>', description: 'only events from this time on (default: all)' })
  since(text: string): Date {
    return readMoment('--since', text);
  }

  @Option({ flags: '--file <path>', description: 'where to write them (default: standard output)' })
  file(text: string): string {
    return text;
  }

  override async execute(_: string[], { org, since, file, json }: ExportOptions & { json?: boolean }): Promise<{ events: number }> {
    const lines = (await this.service.get(AuditLog)).lines(await logOf(this.service, org), since);
    let events = 0;
    const counted = async function* () {
      for await (const line of lines) {
        events += 1;
        yield line;
      }
    };
    if (file !== undefined) await writeFile(file, Readable.from(counted()));
    else if (json) await printArray(counted());
    else for await (const line of counted()) process.stdout.write(`${printable(line.trimEnd())}\n`);
    return { events };
  }

  /** Standard output contains only the events, unless they were written to a file. */
  override async run(args: string[], options: ExportOptions & { json?: boolean }): Promise<void> {
    if (options.file !== undefined) return super.run(args, options);
    await this.execute(args, options);
  }
}

/** With --json, standard output is one JSON document: an array of the events. */
async function printArray(lines: AsyncIterable<string>): Promise<void> {
  let separator = '[';
  for await (const line of lines) {
    process.stdout.write(`${separator}${printable(line.trimEnd())}`);
    separator = ',\n';
  }
  process.stdout.write(separator === '[' ? '[]\n' : ']\n');
}

interface VerifiedLog {
  organization: string;
  events: number;
  sequence: string;
  hash: string;
  faults: number;
}

interface Verified {
  logs: VerifiedLog[];
  faults: (AuditFault & { organization: string })[];
}

@Command({
  name: 'verify',
  description:
    'Recomputes the hash chain of audit logs and lists every event that was changed, removed or moved; changes nothing. Exit code 1 when there is one.',
  modules: () => [AuditModule],
})
class AuditVerify extends AdminCommand<{ org?: string }, Verified> {
  override readonly examples = ['audit verify', 'audit verify --org northwind.com --json'];

  @Option({ flags: '--org <domain>', description: `${ORG} (default: all logs)` })
  org(text: string): string {
    return text;
  }

  override execute(_: string[], { org }: { org?: string }): Promise<Verified> {
    return checking(() => this.verify(org));
  }

  private async verify(org: string | undefined): Promise<Verified> {
    const log = await this.service.get(AuditLog);
    const result: Verified = { logs: [], faults: [] };
    for (const organization of org === undefined ? await everyLog(this.service) : [org]) {
      const { faults, ...rest } = await log.verify(await logOf(this.service, organization));
      result.logs.push({ organization, ...rest, faults: faults.length });
      result.faults.push(...faults.map((fault) => ({ organization, ...fault })));
    }
    return result;
  }

  protected override show({ logs, faults }: Verified): string {
    return [formatResult(logs), ...(faults.length > 0 ? [formatResult(faults)] : [])].join('\n\n');
  }

  protected override failureOf({ faults }: Verified): CommandFailed | undefined {
    return faults.length === 0 ? undefined : new CommandFailed(`The audit log has ${faults.length} faults.`);
  }
}

async function logOf(service: Service, organization: string): Promise<string> {
  if (organization === PLATFORM_NAME) return PLATFORM_LOG;
  return isUuid(organization) ? organization : (await (await service.get(Organizations)).get(organization)).id;
}

/** The names of all logs. Deleted organizations have only an id left, which only the schema owner can read. */
async function everyLog(service: Service): Promise<string[]> {
  const organizations = await (await service.get(Organizations)).list();
  const { migrationUrl } = await service.database();
  const { rows } = await connected(migrationUrl, (owner) => owner.query<{ id: string }>('SELECT organization_id AS id FROM audit_head'));
  const known = new Set([PLATFORM_LOG, ...organizations.map(({ id }) => id)]);
  return [PLATFORM_NAME, ...organizations.map(({ domain }) => domain), ...rows.map(({ id }) => id).filter((id) => !known.has(id))];
}

const COMMANDS = [AuditExport, AuditVerify];

export const AUDIT: CommandGroup = { name: 'audit', description: 'The audit log: who did what.', commands: COMMANDS };
