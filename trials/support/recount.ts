import type { Environment } from '../../bench/environment';
import type { Report } from './report';

/** Whether every stored derived value matches its recount. */
export async function reportRecount(environment: Environment, report: Report): Promise<void> {
  const { rows, differences } = JSON.parse(await environment.cli(['db', 'verify', '--json'])) as { rows: number; differences: number };
  report.say('  db verify', `${rows} rows recounted, ${differences} differences`, rows > 0 && differences === 0);
}
