// Refuses a commit message whose first line is not a conventional one, such as `feat(vendors): let groups be renamed`.
import { readFileSync } from 'node:fs';

const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\n');
const KNOWN = /^(?:(?:feat|fix|perf|refactor|test|docs|build|ci|chore|style|revert)(?:\([a-z0-9-]+\))?!?: \S|Merge |Revert )/;

if (!KNOWN.test(subject)) {
  console.error(
    `The message starts with ${JSON.stringify(subject)}; write: feat|fix|perf|refactor|test|docs|build|ci|chore|style(area): what and why`,
  );
  process.exit(1);
}
