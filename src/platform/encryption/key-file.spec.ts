import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '#platform/config/env';
import { ensureKeyFile } from './key-file';
import { loadKeyRing } from './load-key-ring';

const VALUE = Buffer.from('secret');

describe('the key file of an embedded database', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-key-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is created once, readable only by its owner, even when several processes start together', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => ensureKeyFile(folder)));
    expect(new Set(files).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['encryption.key']);
    expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600);
    const text = readFileSync(files[0] ?? '', 'utf8');
    await ensureKeyFile(folder);
    expect(readFileSync(files[0] ?? '', 'utf8')).toBe(text);
  });

  it('is refused when others can read it, or when it is a link', async () => {
    const file = await ensureKeyFile(folder);
    chmodSync(file, 0o644);
    await expect(ensureKeyFile(folder)).rejects.toThrow('only its owner can read');
    rmSync(file);
    writeFileSync(join(folder, 'elsewhere'), 'x', { mode: 0o600 });
    symlinkSync(join(folder, 'elsewhere'), file);
    await expect(ensureKeyFile(folder)).rejects.toThrow('only its owner can read');
  });

  it('still opens values sealed with a previous key, which is one of its further lines', async () => {
    const file = await ensureKeyFile(folder);
    const sealed = loadKeyRing(readEnv({ ENCRYPTION_KEY_FILE: file })).seal(VALUE, 'x');
    writeFileSync(file, `${'ab'.repeat(32)}\n${readFileSync(file, 'utf8')}`);
    const ring = loadKeyRing(readEnv({ ENCRYPTION_KEY_FILE: file }));
    expect(ring.open(sealed, 'x')).toEqual(VALUE);
    expect(ring.isCurrent(sealed)).toBe(false);
  });
});

describe('the encryption keys of the settings', () => {
  const hex = 'ab'.repeat(32);
  const base64 = Buffer.from(hex, 'hex').toString('base64');

  it('can be hex or base64', () => {
    const sealed = loadKeyRing(readEnv({ ENCRYPTION_KEY: hex })).seal(VALUE, 'x');
    expect(loadKeyRing(readEnv({ ENCRYPTION_KEY: base64 })).open(sealed, 'x')).toEqual(VALUE);
    const other = loadKeyRing(readEnv({ ENCRYPTION_KEY: 'cd'.repeat(32), ENCRYPTION_KEY_PREVIOUS: `${'ef'.repeat(32)},${base64}` }));
    expect(other.open(sealed, 'x')).toEqual(VALUE);
    expect(loadKeyRing(readEnv({})).keyId).toBeUndefined();
    expect(loadKeyRing(readEnv({ ENCRYPTION_KEY_PREVIOUS: hex })).keyId).toBeUndefined();
  });

  it('are refused with the reason', () => {
    expect(() => readEnv({ ENCRYPTION_KEY: 'short' })).toThrow(/ENCRYPTION_KEY must be keys of 32 bytes in base64 or hex/);
    expect(() => readEnv({ ENCRYPTION_KEY_PREVIOUS: `${hex},x` })).toThrow(/ENCRYPTION_KEY_PREVIOUS must be keys of 32 bytes/);
    expect(() => readEnv({ ENCRYPTION_KEY: hex, ENCRYPTION_KEY_FILE: '/nowhere' })).toThrow(
      /ENCRYPTION_KEY or ENCRYPTION_KEY_FILE, not both/,
    );
  });
});
