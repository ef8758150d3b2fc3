import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root';

describe('projectRoot', () => {
  it('is the root of this project', () => {
    const manifest = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { name: string };
    expect(manifest.name).toBe('vendor-risk-api');
    expect(__dirname).toBe(join(projectRoot(), 'src', 'platform', 'config'));
  });
});
