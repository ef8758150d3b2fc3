import type { QueryConfig } from 'pg';
import { Database } from '#platform/database/database';
import type { Environment } from './environment';

/** What the service inside this process sends to PostgreSQL for a piece of work, without its context around it. */
export async function recordStatements(environment: Environment, work: () => Promise<unknown>): Promise<QueryConfig[]> {
  const recorded: QueryConfig[] = [];
  const database = environment.application.get(Database) as unknown as { pipeline(scope: unknown, queries: QueryConfig[]): unknown };
  const original = database.pipeline.bind(database);
  database.pipeline = (scope, queries) => {
    recorded.push(...queries.map(({ text, values, name }) => ({ text, values, name })));
    return original(scope, queries);
  };
  try {
    await work();
  } finally {
    database.pipeline = original;
  }
  return recorded;
}
