// Checks openapi.json by the rules of redocly.yaml.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapi from '@redocly/openapi-core';

const file = (name) => join(fileURLToPath(new URL('..', import.meta.url)), name);
const { formatProblems, getTotals, lint, loadConfig } = openapi;

const config = await loadConfig({ configPath: file('redocly.yaml') });
const problems = await lint({ ref: file('openapi.json'), config });
const totals = getTotals(problems);
formatProblems(problems, { format: 'codeframe', totals });
if (problems.length > 0) process.exitCode = 1;
