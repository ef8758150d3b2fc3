import { randomBytes } from 'node:crypto';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const ROUNDS = 80;

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

  it('is alike for an unknown id and a wrong secret', async () => {
    const { credential } = await TestOrganization.create(service);
    const wrong = () => ms(credential.clientId, `vrs_${randomBytes(32).toString('base64url')}`);
    const unknown = () => ms(`vrc_${randomBytes(12).toString('hex')}`, credential.clientSecret);
    for (let warming = 0; warming < 10; warming += 1) await Promise.all([wrong(), unknown()]);

    // In turn, so that whatever else the machine does falls on both alike.
    const times = { wrong: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.wrong.push(await wrong());
      times.unknown.push(await unknown());
    }
    const ratio = median(times.unknown) / median(times.wrong);
    expect(ratio).toBeGreaterThan(0.67);
    expect(ratio).toBeLessThan(1.5);
  });
});
