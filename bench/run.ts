import { parseArgs } from 'node:util';
import { BenchClient } from './client';
import { isJudged, met, type BenchContext, type Outcome } from './context';
import { Environment } from './environment';
import { publish } from './report';
import { seedPortfolios } from './seed';
import { auditCost } from './targets/audit';
import { bulkCreate } from './targets/bulk-create';
import { changeFeed } from './targets/changes';
import { exportSpeed } from './targets/export';
import { filters } from './targets/filters';
import { flagByFilter } from './targets/flag';
import { growth } from './targets/growth';
import { hotList } from './targets/hot-list';
import { importSpeed } from './targets/import';
import { listFilters } from './targets/list-filters';
import { memory } from './targets/memory';
import { monitoring } from './targets/monitoring';
import { nestFloor } from './targets/nest-floor';
import { portfolio } from './targets/portfolio';
import { depth, rollups } from './targets/reads';
import { relations } from './targets/relations';
import { rowSecurity } from './targets/row-security';
import { csvUpsert, vendorPages } from './targets/vendor-directory';
import { webhookDeliveries } from './targets/webhooks';

/** Order matters: reads before writes, and the targets that add the most data last. */
const TARGETS: Record<string, (context: BenchContext) => Promise<Outcome[]>> = {
  'nest-floor': nestFloor,
  'hot-list': hotList,
  'row-security': rowSecurity,
  depth,
  rollups,
  'vendor-pages': vendorPages,
  relations,
  'list-filters': listFilters,
  portfolio,
  changes: changeFeed,
  export: exportSpeed,
  webhooks: webhookDeliveries,
  monitoring,
  audit: auditCost,
  'bulk-create': bulkCreate,
  csv: csvUpsert,
  flag: flagByFilter,
  import: importSpeed,
  memory,
  filters,
  growth,
};

const HELP = `npm run bench -- [--quick] [--only ${Object.keys(TARGETS).join(',')}] [--data FOLDER] [--largest N]

  --quick    fewer rounds on less data (two minutes): a rough check, not a proof
  --only     run these targets only
  --data     keep the database in this folder and reuse it, which saves seeding
  --largest  size of the largest organization in growth and, up to 2000000, in filters, in observations (default: 5000000)
`;

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      data: { type: 'string' },
      largest: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const quick = options.quick ?? false;
  const names = options.only?.split(',') ?? Object.keys(TARGETS);
  const unknown = names.find((name) => !(name in TARGETS));
  if (unknown !== undefined) throw new Error(`Unknown target: ${unknown}.\n${HELP}`);

  const environment = await Environment.start(options.data);
  const outcomes: Outcome[] = [];
  let finished = false;
  try {
    const service = await environment.service();
    const portfolio = await seedPortfolios(environment, service, quick);
    const client = await BenchClient.of(environment, service, portfolio.domain);
    for (const name of names) {
      const measured = await (TARGETS[name] as (typeof TARGETS)[string])({
        environment,
        service,
        client,
        size: portfolio.size,
        largest: Number(options.largest ?? 5_000_000),
        quick,
      });
      for (const outcome of measured) print(outcome, isJudged(outcome, quick));
      outcomes.push(...measured);
    }
    finished = true;
  } finally {
    publish(outcomes, { quick, whole: finished && options.only === undefined }); // also after a failure: whatever was measured before it
    await environment.stop();
  }
  if (!outcomes.every((outcome) => met(outcome) || !isJudged(outcome, quick))) process.exitCode = 1;
}

function print(outcome: Outcome, judged: boolean): void {
  const { what, measured, wanted, better, unit, detail } = outcome;
  const verdict = !judged ? '-   ' : met(outcome) ? 'ok  ' : 'MISS';
  process.stdout.write(
    `${verdict} ${what}: ${measured.toPrecision(3)} ${unit}, wanted ${better === 'more' ? '>=' : '<='} ${wanted}${detail ? ` (${detail})` : ''}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});
