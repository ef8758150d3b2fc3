import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { projectRoot } from '#platform/config/project-root';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';

const WORKERS = 4;
const CALLS = 24;

describe('/metrics with several workers', () => {
  let commands: TestApp;
  let service: ServiceProcess;

  beforeAll(async () => {
    commands = await startTestApp();
    service = await ServiceProcess.start({ WORKERS: String(WORKERS), PUBLIC_BASE_URL: commands.url });
  });
  afterAll(async () => {
    await service.kill();
    await commands.close();
  });

  const scrape = async () => (await send(`${service.url}/metrics`)).text;
  const value = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    );

  it('returns the sum of all, whichever worker is asked', async () => {
    const org = await TestOrganization.create(commands);
    const headers = { authorization: `Bearer ${org.token}`, connection: 'close' };
    const calls = Array.from({ length: CALLS }, () => send(`${service.url}/public/v1/whoami`, { headers }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
    const texts = await Promise.all(Array.from({ length: WORKERS }, scrape));
    for (const text of texts) {
      expect(value(text, 'vendor_risk_calls_total{operation="WhoAmI",surface="rest",status="200"}')).toBe(CALLS);
      expect(value(text, 'vendor_risk_call_duration_seconds_count{operation="WhoAmI"}')).toBe(CALLS);
      expect(value(text, 'vendor_risk_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
      expect(text).not.toContain('worker=');
    }
  });

  it.each([
    ['prometheus-rules.yaml', 7, 7],
    ['grafana-dashboard.json', 12, 10],
  ])('has every metric of docker/%s', async (file, expressions, names) => {
    const text = await scrape();
    const found: string[] = [];
    JSON.stringify(load(readFileSync(join(projectRoot(), 'docker', file), 'utf8')), (key, value: unknown) => {
      if (key === 'expr') found.push(value as string);
      return value;
    });
    expect(found.length).toBe(expressions);
    const used = new Set(found.flatMap((expr) => expr.match(/(?:vendor_risk|process)_\w+/g) ?? []));
    expect(used.size).toBeGreaterThanOrEqual(names);
    const known = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) => (type === 'histogram' ? `${name}_bucket` : name!)),
    );
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });
});
