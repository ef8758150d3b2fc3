// Rejects a commit message whose first line is not in conventional form, such as `feat(vendors): rename groups`.
import { readFileSync } from 'node:fs';

const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\n');
const KNOWN = /^(?:(?:feat|fix|perf|refactor|test|docs|build|ci|chore|style|revert)(?:\([a-z0-9-]+\))?!?: \S|Merge |Revert )/;

if (!KNOWN.test(subject)) {
  console.error(
    `The message starts with ${JSON.stringify(subject)}; write: feat|fix|perf|refactor|test|docs|build|ci|chore|style(area): what and why`,
  );
  process.exit(1);
}
