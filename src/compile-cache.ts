import { mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';

/** Node.js 22 and newer. */
const { enableCompileCache } = nodeModule as typeof nodeModule & { enableCompileCache?: (folder: string) => unknown };

// Imported first, for its effect: Node.js keeps the compiled code of what is loaded next. It executes what it finds there, so the folder
// is below node_modules: whoever may write there may change the program anyway. Without permission to write, there is no cache.
if (enableCompileCache) {
  const folder = join(projectRoot(), 'node_modules', '.cache', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // A read-only file system.
  }
}
