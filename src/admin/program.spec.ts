import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { reportOfThread } from '#platform/threads/report-of-thread.fixture';

/** Creates the compiled program in a thread, prints its help, and reports the packages that this loaded. */
const LOADED = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { createProgram } = require(workerData);
  const program = createProgram(() => { throw new Error('help reads no settings'); });
  for (const group of program.commands) for (const command of group.commands) command.helpInformation();
  const packages = Object.keys(require.cache).map((file) => /node_modules.((?:@[^\\\\/]+.)?[^\\\\/]+)/.exec(file)?.[1]);
  parentPort.postMessage([...new Set(packages)].filter((name) => name !== undefined));`;

describe('the help of all commands', () => {
  it('loads neither settings nor Nest nor TypeORM, which take longer to load than everything else', async () => {
    const packages = await reportOfThread(LOADED, join(projectRoot(), 'dist', 'src', 'admin', 'program.js'));
    expect(packages).toEqual(['commander']);
  });
});
