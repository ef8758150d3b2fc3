import { createServer } from 'node:http';
import { Pool, Query } from 'pg';
import { ObservationPage } from '#modules/observations/get-observations/observation-page';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '#modules/observations/render-observation';
import { VRM_VIEW } from '#shared/view';
import { PooledClient } from '#platform/database/pooled-client';
import type { WireRow } from '#platform/database/wire-row';

/**
 * The floor: node:http, the driver, the hot list's own statement and its serialiser. No framework, token, validation, rate
 * limit, log or row-level security. PLAN_CACHE_MODE sets PostgreSQL's plan_cache_mode. POST / takes { organization, owner,
 * place?, severity }.
 */
const statement = (place: boolean) => `
  SELECT ${OBSERVATION_COLUMNS}, o.place FROM (
    SELECT o.*, o.first_seen AS place FROM observation o
     WHERE o.organization_id = $1 AND o.view = $2 AND o.is_listed AND o.severity >= $3::smallint AND o.is_open
     ${place ? 'AND (o.first_seen, o.id) < ($4::timestamptz, $5::uuid)' : ''}
     ORDER BY o.first_seen DESC, o.id DESC LIMIT 51) o ${FLAG_AND_STATE} ORDER BY o.place DESC, o.id DESC`;

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: `-c timezone=UTC -c plan_cache_mode=${process.env.PLAN_CACHE_MODE ?? 'auto'}`,
  ...({ Client: PooledClient } as object),
});

/** The driver's own query, except that its rows go straight to the serialiser. */
class Rendered extends Query {
  constructor(
    config: { name: string; text: string; values: unknown[] },
    private readonly page: ObservationPage,
    done: (error: Error | undefined) => void,
  ) {
    super(config, undefined, done as never);
    page.onBegin();
  }

  handleDataRow(row: WireRow): void {
    this.page.onRow(row);
  }
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void answer(chunks).then((content) => {
      response.setHeader('content-type', 'application/json');
      response.end(content);
    });
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

async function answer(chunks: Buffer[]): Promise<string | Buffer> {
  if (chunks.length === 0) return '{"status":"ok"}';
  const { organization, owner, place, severity } = JSON.parse(Buffer.concat(chunks).toString()) as {
    organization: string;
    owner: string;
    place?: string[];
    severity: number;
  };
  const page = new ObservationPage(VRM_VIEW, owner, 50, 1);
  const config = {
    name: place ? 'next' : 'first',
    text: statement(place !== undefined),
    values: [organization, 1, severity, ...(place ?? [])],
  };
  const client = await pool.connect();
  try {
    await new Promise<void>((done, failed) => {
      client.query(
        new Rendered(config, page, (error) => {
          if (error) failed(error);
          else done();
        }),
      );
    });
  } finally {
    client.release();
  }
  return page.json('');
}
