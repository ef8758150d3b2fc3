import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { isClientSecret, newClientSecret } from './client-secret';

describe('a client secret', () => {
  it('is random, unreserved in URLs and forms, and ends in its checksum', () => {
    const secrets = Array.from({ length: 200 }, newClientSecret);
    expect(new Set(secrets).size).toBe(200);
    for (const secret of secrets) {
      expect(secret).toMatch(/^vrs_[0-9A-Za-z]{49}$/);
      expect(isClientSecret(secret)).toBe(true);
    }
  });

  it('of SECURITY.md is recognized', () => {
    const page = readFileSync(join(projectRoot(), 'SECURITY.md'), 'utf8');
    const [, random = '', checksum = ''] = /`(\w{43})` have the checksum `(\w{6})`/.exec(page) ?? [];
    expect(isClientSecret(`vrs_${random}${checksum}`)).toBe(true);
  });

  it.each([
    ['a changed character', (secret: string) => `${secret.slice(0, 10)}${secret[10] === 'a' ? 'b' : 'a'}${secret.slice(11)}`],
    ['a changed checksum', (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`],
    ['two characters swapped', () => `vrs_1${'0'.repeat(48)}`],
    ['another prefix', (secret: string) => secret.replace('vrs_', 'vrc_')],
    ['a character more', (secret: string) => `${secret}a`],
    ['a secret of release 1.0, which has no checksum', () => `vrs_${'A'.repeat(43)}`],
  ])('is not mistaken for %s', (_what, change) => {
    expect(isClientSecret(change(newClientSecret()))).toBe(false);
  });
});
