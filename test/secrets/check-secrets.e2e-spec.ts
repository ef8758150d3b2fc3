import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { runNode } from '../support/child';

const SCRIPT = join(projectRoot(), 'scripts/check-secrets.mjs');

describe('npm run check -- secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-secrets-'));
  const file = join(folder, 'notes.txt');
  afterAll(() => rmSync(folder, { recursive: true }));

  async function check(content: string) {
    writeFileSync(file, `first line\n${content}\n`);
    const { code, stdout, stderr } = await runNode([SCRIPT, file]);
    return { code, output: `${stdout}${stderr}` };
  }

  // Split, so that the check does not find them in this file.
  it.each([
    ['a client secret of this service', ['vrs_', 'a1B2'.repeat(10)]],
    ['an AWS access key id', ['AKIA', 'QWERTYUIOPASDFG2']],
    ['a GitHub token', ['ghp_', 'a1B2'.repeat(9)]],
    ['a database password', ['postgres://bob:', 'kV3x9Lm2Qp@db.example.com:5432/vendors']],
  ])('finds %s without showing it', async (_name, parts) => {
    const { code, output } = await check(parts.join(''));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/notes\.txt:2: ./) });
    expect(output).not.toContain(parts[1]);
  });

  it('accepts placeholders', async () => {
    expect(await check('CLIENT_SECRET=vrs_… postgres://vendor_risk:change-me@localhost:5432/vendor_risk')).toEqual({
      code: 0,
      output: 'Files checked: 1. No secrets found.\n',
    });
  });
});
