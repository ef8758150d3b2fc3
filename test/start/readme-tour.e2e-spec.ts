import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#platform/config/project-root';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { startTestApp, type TestApp } from '../support/test-app';

jest.setTimeout(180_000);

/** The code of the tour, block by block, with the answers that it promises. */
function readTour(): { code: string; promised: RegExp[] }[] {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const [tour = ''] = readme.slice(readme.indexOf('## A tour')).split(/^!\[/m);
  const blocks = [...tour.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .filter((block) => !block.startsWith('export ')) // what the reader fills in
    .map((block) => ({
      code: block.replace(/^# .*\n/gm, ''),
      promised: [...block.matchAll(/^# (.*)$/gm)].map(([, answer = '']) => new RegExp(`^${answer.split('…').map(escaped).join('.*')}$`)),
    }));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

describe('the tour of the README', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    const { clientId, clientSecret } = database.credential;
    env = { PATH: process.env.PATH ?? '', BASE: service.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it('shows what it promises, the first time and again', async () => {
    const steps = readTour();
    expect(steps.length).toBeGreaterThan(6);
    const script = steps.map(({ code }) => `${code}echo '=== next'`).join('\n');
    for (const time of [0, 1]) {
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
      const answers = stdout.split('=== next\n').map((answer) => answer.trim());
      for (const [index, { code, promised }] of steps.entries()) {
        const expected = promised[time] ?? promised[0];
        if (expected) expect({ time, code, answer: answers[index] }).toEqual({ time, code, answer: expect.stringMatching(expected) });
      }
    }
  });
});
