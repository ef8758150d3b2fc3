import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { EVENT_CATALOGUE, exampleMessage } from './event-catalogue';
import { EVENT_TYPES } from './event-types';

const PAGE = join(projectRoot(), 'docs', 'webhook-events.md');
const EXAMPLES = join(projectRoot(), 'src', 'platform', 'openapi', 'response-examples.json');
const GENERATED = /(?<=<!-- events -->\n).*(?=<!-- \/events -->)/s;

/** `UPDATE_EXAMPLES=on npx jest src/platform/events` writes the events into docs/webhook-events.md. */
describe('docs/webhook-events.md', () => {
  const answers = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Record<string, unknown>;

  it('has every event with an example', () => {
    const sections = EVENT_TYPES.map((type) => {
      const example = JSON.stringify(exampleMessage(type, answers), null, 2);
      return `\n## \`${type}\`\n\n${EVENT_CATALOGUE[type].when}\n\n\`\`\`json\n${example}\n\`\`\`\n`;
    }).join('');
    const page = readFileSync(PAGE, 'utf8');
    const wanted = page.replace(GENERATED, () => `${sections}\n`);
    if (process.env.UPDATE_EXAMPLES === 'on') writeFileSync(PAGE, wanted);
    else expect(page).toBe(wanted);
  });

  it('shows an object in every example', () => {
    for (const type of EVENT_TYPES) {
      const { data } = exampleMessage(type, answers) as { data: [object] };
      expect([type, Object.keys(data[0]).length]).not.toEqual([type, 0]);
    }
  });
});
