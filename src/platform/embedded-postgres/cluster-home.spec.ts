import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { copiedTo } from './binaries';
import { placeBeside, usableFolder } from './cluster-home';
import { postgresAccount } from './unix-account';

const uid = process.getuid?.() ?? 0;
const isRoot = uid === 0;

/** Makes a folder untrusted: as root it gets another owner; otherwise it becomes writable by others. */
function giveAway(path: string): void {
  if (isRoot) chownSync(path, 65_534, 65_534);
  else chmodSync(path, 0o777);
}

describe('the folder of a cluster that cannot be in DATA_DIR', () => {
  let root: string;
  let shared: string;
  let home: string;
  let earlier: string;
  const account = postgresAccount() ?? { uid, gid: process.getgid?.() ?? 0 };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vendor-risk-home-'));
    [shared, home] = [join(root, 'shared'), join(root, 'home')];
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    mkdirSync(home, { mode: 0o700 });
    earlier = join(shared, `vendor-risk-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const place = () => placeBeside(home, account, shared);

  it('is not created when DATA_DIR is world-writable: root refuses to use it', async () => {
    chmodSync(home, 0o777);
    const found = await usableFolder(home).catch((error: unknown) => (error as Error).message);
    expect(found === home).toBe(!isRoot);
    if (isRoot) expect(found).toContain('is world-writable');
  });

  it('is used by another account when running as root, and by the same account otherwise', () => {
    expect(postgresAccount() === undefined).toBe(!isRoot);
  });

  it('has an unguessable name, is private, and is found again', async () => {
    const found = await place();
    expect(basename(found)).toMatch(/^vendor-risk-[0-9a-f]{32}$/);
    expect(lstatSync(found)).toMatchObject({ uid, mode: 0o40755 });
    expect(await place()).toBe(found);
    expect(readdirSync(shared)).toEqual([basename(found)]);
    expect(lstatSync(join(home, 'cluster-place')).mode & 0o777).toBe(0o600);
  });

  it('is the same for processes that start at the same time', async () => {
    const found = await Promise.all([place(), place(), place()]);
    expect(new Set(found).size).toBe(1);
    expect(readdirSync(shared)).toHaveLength(1);
  });

  it('is not a folder that another account created before, which stays untouched', async () => {
    mkdirSync(join(earlier, 'postgres'), { recursive: true });
    writeFileSync(join(earlier, 'postgres', 'PG_VERSION'), 'theirs');
    giveAway(earlier);
    giveAway(join(earlier, 'postgres'));
    const before = lstatSync(earlier);
    expect(await place()).not.toBe(earlier);
    expect(lstatSync(earlier)).toMatchObject({ uid: before.uid, mode: before.mode });
    expect(readFileSync(join(earlier, 'postgres', 'PG_VERSION'), 'utf8')).toBe('theirs');
  });

  it('is not the target of a link with that name', async () => {
    const target = join(root, 'target');
    mkdirSync(join(target, 'postgres'), { recursive: true, mode: 0o700 });
    symlinkSync(target, earlier);
    expect(await place()).not.toBe(earlier);
    expect(readdirSync(target)).toEqual(['postgres']);
  });

  it('is the one of an earlier version, if it belongs to this account', async () => {
    mkdirSync(earlier, { mode: 0o755 });
    mkdirSync(join(earlier, 'postgres'), { mode: 0o700 });
    if (isRoot) chownSync(join(earlier, 'postgres'), account.uid, account.gid);
    expect(await place()).toBe(earlier);
    expect(await place()).toBe(earlier);
  });

  it.each<[string, (kept: string) => void]>([
    ['given away', giveAway],
    [
      'replaced by a link',
      (kept) => {
        rmSync(kept, { recursive: true });
        mkdirSync(join(root, 'elsewhere'));
        symlinkSync(join(root, 'elsewhere'), kept);
      },
    ],
  ])('is no longer used when it was %s', async (_what, change) => {
    change(await place());
    await expect(place()).rejects.toThrow(/which another account owns or can write to/);
  });

  describe('and its programs', () => {
    function packaged(): string {
      const native = join(root, 'native');
      mkdirSync(join(native, 'bin'), { recursive: true });
      writeFileSync(join(native, 'bin', 'postgres'), 'program');
      return native;
    }

    it('are copied completely, and again after an incomplete copy', async () => {
      const copy = join(await place(), 'postgres-binaries');
      mkdirSync(copy);
      expect(await copiedTo(copy, packaged())).toBe(copy);
      expect(readFileSync(join(copy, 'bin', 'postgres'), 'utf8')).toBe('program');
    });

    it.each(['', 'bin'])('are not run from a folder that others can write to: %j', async (folder) => {
      const copy = join(await place(), 'postgres-binaries');
      await copiedTo(copy, packaged());
      giveAway(join(copy, folder));
      await expect(copiedTo(copy, packaged())).rejects.toThrow(/are not run/);
      expect(existsSync(copy)).toBe(true);
    });
  });
});
