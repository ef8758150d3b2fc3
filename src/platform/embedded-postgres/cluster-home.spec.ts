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

/** Root sees folders of another account; anybody else, folders that another account could write. Both are not to be trusted. */
function giveAway(path: string): void {
  if (isRoot) chownSync(path, 65_534, 65_534);
  else chmodSync(path, 0o777);
}

describe('the place of a cluster that cannot lie in DATA_DIR', () => {
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

  it('is no matter where everybody can write DATA_DIR: root does not work there at all', async () => {
    chmodSync(home, 0o777);
    const found = await usableFolder(home).catch((error: unknown) => (error as Error).message);
    expect(found === home).toBe(!isRoot);
    if (isRoot) expect(found).toContain('can be written by everybody');
  });

  it('is run by another account for root, and by nobody else for others', () => {
    expect(postgresAccount() === undefined).toBe(!isRoot);
  });

  it('has a name that nobody can guess, is ours alone, and is found again', async () => {
    const found = await place();
    expect(basename(found)).toMatch(/^vendor-risk-[0-9a-f]{32}$/);
    expect(lstatSync(found)).toMatchObject({ uid, mode: 0o40755 });
    expect(await place()).toBe(found);
    expect(readdirSync(shared)).toEqual([basename(found)]);
    expect(lstatSync(join(home, 'cluster-place')).mode & 0o777).toBe(0o600);
  });

  it('is one place for processes that start at the same time', async () => {
    const found = await Promise.all([place(), place(), place()]);
    expect(new Set(found).size).toBe(1);
    expect(readdirSync(shared)).toHaveLength(1);
  });

  it('is not a folder that somebody else made before, and leaves that alone', async () => {
    mkdirSync(join(earlier, 'postgres'), { recursive: true });
    writeFileSync(join(earlier, 'postgres', 'PG_VERSION'), 'theirs');
    giveAway(earlier);
    giveAway(join(earlier, 'postgres'));
    const before = lstatSync(earlier);
    expect(await place()).not.toBe(earlier);
    expect(lstatSync(earlier)).toMatchObject({ uid: before.uid, mode: before.mode });
    expect(readFileSync(join(earlier, 'postgres', 'PG_VERSION'), 'utf8')).toBe('theirs');
  });

  it('is not where a link of that name leads', async () => {
    const target = join(root, 'target');
    mkdirSync(join(target, 'postgres'), { recursive: true, mode: 0o700 });
    symlinkSync(target, earlier);
    expect(await place()).not.toBe(earlier);
    expect(readdirSync(target)).toEqual(['postgres']);
  });

  it('is where an earlier version put it, when that is ours', async () => {
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
  ])('is not used any more when it was %s', async (_what, change) => {
    change(await place());
    await expect(place()).rejects.toThrow(/not a folder of this account alone/);
  });

  describe('and its programs', () => {
    function packaged(): string {
      const native = join(root, 'native');
      mkdirSync(join(native, 'bin'), { recursive: true });
      writeFileSync(join(native, 'bin', 'postgres'), 'program');
      return native;
    }

    it('are copied whole, and again where a copy was not finished', async () => {
      const copy = join(await place(), 'postgres-binaries');
      mkdirSync(copy);
      expect(await copiedTo(copy, packaged())).toBe(copy);
      expect(readFileSync(join(copy, 'bin', 'postgres'), 'utf8')).toBe('program');
    });

    it.each(['', 'bin'])('are not run from a folder that somebody else could write: %j', async (folder) => {
      const copy = join(await place(), 'postgres-binaries');
      await copiedTo(copy, packaged());
      giveAway(join(copy, folder));
      await expect(copiedTo(copy, packaged())).rejects.toThrow(/are not run/);
      expect(existsSync(copy)).toBe(true);
    });
  });
});
