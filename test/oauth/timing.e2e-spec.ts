import { randomBytes } from 'node:crypto';
import { Database } from '#platform/database/database';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

/** Set by npm run trial -- tokens, for an idle machine: timings on a shared one prove nothing. */
const ROUNDS = Number(process.env.TIMING_ROUNDS ?? 0);
/** Four standard deviations of the share below around one half. */
const CHANCE = 4 * Math.sqrt((2 * ROUNDS + 1) / (12 * ROUNDS ** 2));

describe('a refused client', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  async function ms(clientId: string, clientSecret: string): Promise<number> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }).toString();
    const started = performance.now();
    const { status } = await send(`${service.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(status).toBe(401);
    return performance.now() - started;
  }

  const secret = () => `vrs_${randomBytes(32).toString('base64url')}`;
  const unknownId = () => `vrc_${randomBytes(12).toString('hex')}`;

  it('costs the same statements and rows, whether its id is unknown or its secret wrong', async () => {
    const reading = jest.spyOn(service.app.get(Database).reserved, 'read');
    const cost = async (clientId: string) => {
      reading.mockClear();
      await ms(clientId, secret());
      const rows = await Promise.all(reading.mock.results.map(async ({ value }) => ((await value) as unknown[]).length));
      return reading.mock.calls.map(([, sql], index) => ({ sql, rows: rows[index] })).filter(({ sql }) => sql.includes('oauth_client'));
    };
    const wrong = await cost(org.credential.clientId);
    expect(wrong).toEqual([{ sql: expect.stringContaining('secret_hash'), rows: 1 }]);
    expect(await cost(unknownId())).toEqual(wrong);
    reading.mockRestore();
  });

  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  /** The share of pairs in which one takes longer than the other: a half when they are indistinguishable (Mann-Whitney). */
  function share(longer: readonly number[], shorter: readonly number[]): number {
    const sorted = [...shorter].sort((a, b) => a - b);
    const below = (value: number) => {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sorted[middle] ?? 0) < value) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return longer.reduce((sum, value) => sum + below(value), 0) / (longer.length * shorter.length);
  }

  if (ROUNDS > 0)
    it(
      'takes the same time, whether its id is unknown or its secret wrong',
      async () => {
        // The endpoint counts attempts by client id: every hundred use another one.
        const ids = [org.credential.clientId];
        while (ids.length < (ROUNDS + 10) / 100) ids.push((await org.withScopes('avd.read')).credential.clientId);
        let turn = 0;
        const wrong = () => ms(ids[turn++ % ids.length] ?? '', secret());
        const unknown = () => ms(unknownId(), secret());
        for (let warming = 0; warming < 10; warming += 1) await Promise.all([wrong(), unknown()]);

        // In turns, so that other load affects both alike.
        const times = { wrong: [] as number[], unknown: [] as number[] };
        for (let round = 0; round < ROUNDS; round += 1) {
          const order = round % 2 === 0 ? (['wrong', 'unknown'] as const) : (['unknown', 'wrong'] as const);
          for (const kind of order) times[kind].push(await (kind === 'wrong' ? wrong() : unknown()));
        }
        const longer = share(times.unknown, times.wrong);
        const medians = [median(times.unknown), median(times.wrong)].map((each) => `${each.toFixed(2)} ms`);
        process.stdout.write(
          `tokens: unknown client ${medians[0]}, wrong secret ${medians[1]}, the former longer in ${longer.toFixed(3)} of ${ROUNDS} rounds\n`,
        );
        expect(Math.abs(longer - 0.5)).toBeLessThan(Math.max(0.05, CHANCE));
      },
      30_000 + ROUNDS * 100,
    );
});
