import { randomBytes } from 'node:crypto';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

/** npm run test:tokens makes more of them. */
const ROUNDS = Number(process.env.TIMING_ROUNDS ?? 100);
/** By chance alone the share below strays from a half by this much, four times over. */
const CHANCE = 4 * Math.sqrt((2 * ROUNDS + 1) / (12 * ROUNDS ** 2));

describe('the time a refused client takes', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
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

  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  /** How often the one takes longer than the other, of all pairs: a half when nothing tells them apart (Mann-Whitney). */
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

  it(
    'is alike for an unknown id and a wrong secret',
    async () => {
      // The endpoint counts tries by client id: every hundred are another's.
      const org = await TestOrganization.create(service);
      const ids = [org.credential.clientId];
      while (ids.length < (ROUNDS + 10) / 100) ids.push((await org.withScopes('avd.read')).credential.clientId);
      let turn = 0;
      const secret = () => `vrs_${randomBytes(32).toString('base64url')}`;
      const wrong = () => ms(ids[turn++ % ids.length] ?? '', secret());
      const unknown = () => ms(`vrc_${randomBytes(12).toString('hex')}`, secret());
      for (let warming = 0; warming < 10; warming += 1) await Promise.all([wrong(), unknown()]);

      // In turn, so that whatever else the machine does falls on both alike.
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
    Math.max(30_000, ROUNDS * 100),
  );
});
