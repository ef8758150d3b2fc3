import { RetentionModule } from '#modules/retention/retention.module';
import { Retention } from '#modules/retention/retention';
import { byOperator } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Organizations } from '#platform/auth/organizations';
import { Database, PLATFORM } from '#platform/database/database';
import { migrationState } from '#platform/database/migrate';
import { AdminCommand, checking, CommandFailed, COULD_NOT_CHECK, type CommandGroup } from './admin-command';
import { asksForJson } from './command-line';
import { Command, Option } from './command.decorator';
import { formatResult } from './format-result';
import { verify, type Verification, type Watcher } from '#admin/verify/verify';

@Command({ name: 'status', description: 'Lists applied and pending migrations; changes nothing.' })
class DbStatus extends AdminCommand {
  override async execute() {
    const { migrationUrl } = await this.service.database();
    return migrationState(migrationUrl);
  }
}

@Command({ name: 'migrate', description: 'Runs the pending migrations. Safe while the server runs.' })
class DbMigrate extends AdminCommand {
  override async execute() {
    const database = await this.service.database();
    return { migrated: await database.migrate() };
  }
}

@Command({
  name: 'verify',
  description:
    'Recounts every stored derived value and reports differences; changes nothing. Safe while the server runs. Exit code 1 when something differs, 3 when something could not be checked.',
})
class DbVerify extends AdminCommand<{ org?: string }, Verification> {
  override readonly examples = ['db verify', 'db verify --org northwind.com --json'];

  @Option({ flags: '--org <domain>', description: 'only the organization with this domain (default: all)' })
  org(text: string): string {
    return text;
  }

  override async execute(_: string[], { org }: { org?: string }): Promise<Verification> {
    return checking(async () => verify(await this.service.get(Database), await this.service.get(Organizations), org, this.watcher()));
  }

  /** A line for each check, begun before it runs. */
  private watcher(): Watcher | undefined {
    if (asksForJson()) return undefined;
    let started = 0;
    return {
      begins: (check) => {
        started = performance.now();
        process.stderr.write(`${check}: `);
      },
      ends: ({ rows, differences, problem }) => {
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        process.stderr.write(`${problem ?? `${rows} rows, ${differences} differences`} (${seconds} s)\n`);
      },
    };
  }

  protected override show(result: Verification): string {
    const { checks, found, ...totals } = result;
    return [formatResult(checks), formatResult(totals), ...(found.length > 0 ? [formatResult(found)] : [])].join('\n\n');
  }

  protected override failureOf({ differences, unchecked = 0 }: Verification): CommandFailed | undefined {
    if (differences > 0) return new CommandFailed(`${differences} rows differ from the recount.`);
    return unchecked > 0 ? new CommandFailed(`${unchecked} checks could not be made.`, COULD_NOT_CHECK) : undefined;
  }
}

@Command({
  name: 'clean',
  description:
    'Deletes expired rows, as the server does every hour: idempotency keys after a day, removed resources in the change feed after 30 days, history after HISTORY_RETENTION_DAYS, audit events after AUDIT_RETENTION_MONTHS.',
  modules: () => [RetentionModule],
})
class DbClean extends AdminCommand {
  override async execute() {
    const deleted = await (await this.service.get(Retention)).cleanUp();
    return { rows: Object.values(deleted).reduce((sum, rows) => sum + rows, 0), ...deleted };
  }
}

const DRAW_HISTORY = `WITH drawn AS (UPDATE change_history SET id = gen_random_uuid() RETURNING id) SELECT id FROM drawn`;

@Command({
  name: 'restored',
  description:
    'Run once after a restore from a backup, before the server starts: cursors of GetChanges that were issued after the backup are refused from then on, instead of missing changes.',
})
class DbRestored extends AdminCommand {
  override async execute() {
    const database = await this.service.get(Database);
    const [row] = await database.transaction(PLATFORM, async (tx) => {
      const drawn = await tx.query<{ id: string }[]>(DRAW_HISTORY);
      await recordAudit(tx, byOperator('db restored'), { targets: drawn.map(({ id }) => ({ type: 'changeHistory', id })) });
      return drawn;
    });
    return { history: row?.id };
  }
}

const COMMANDS = [DbStatus, DbMigrate, DbVerify, DbClean, DbRestored];

export const DB: CommandGroup = { name: 'db', description: 'The database: migrations, verification and cleanup.', commands: COMMANDS };
