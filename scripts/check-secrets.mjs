/** Scans all tracked and untracked files for secrets, or only the given ones: node scripts/check-secrets.mjs [file…] */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';

const CLIENT_SECRET = {
  messages: { found: { en: () => 'A client secret of this service' } },
  meta: { id: 'client-secret', type: 'scanner', supportedContentTypes: ['text'] },
  create: (context) => ({
    file({ content }) {
      for (const { index, 0: found } of content.matchAll(/\bvrs_[\w~.-]{32,}/g)) {
        context.report({ message: context.createTranslator(CLIENT_SECRET.messages)('found'), range: [index, index + found.length] });
      }
    },
  }),
};
const RULES = [
  {
    id: '@secretlint/secretlint-rule-preset-recommend',
    rule: recommended,
    rules: [
      { id: '@secretlint/secretlint-rule-database-connection-string', options: { allows: ['/:change-me@/'] } },
      { id: '@secretlint/secretlint-rule-basicauth', options: { allows: ['/(?:user|USER):(?:pass|password|secret)@/i'] } },
      { id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } },
    ],
  },
  { id: CLIENT_SECRET.meta.id, rule: CLIENT_SECRET },
];

const named = process.argv.slice(2);
const tracked = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\0');
const files = (named.length > 0 ? named : tracked()).filter((file) => existsSync(file));
for (const filePath of files) {
  const content = readFileSync(filePath, 'utf8');
  if (content.includes('\0')) continue; // an image or another binary
  const source = { filePath, content, contentType: 'text', ext: extname(filePath) };
  const { messages } = await lintSource({ source, options: { config: { rules: RULES }, maskSecrets: true } });
  for (const { message, loc } of messages) console.error(`${filePath}:${loc.start.line}: ${message}`);
  if (messages.length > 0) process.exitCode = 1;
}
if (process.exitCode === undefined) console.log(`Files checked: ${files.length}. No secrets found.`);
