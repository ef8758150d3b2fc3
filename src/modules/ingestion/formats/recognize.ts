import { SaxesParser } from 'saxes';
import { FormatError } from '#platform/import/format-error';
import { JsonSplitter } from '#platform/import/json-stream/json-splitter';
import { headOf } from './shared/head';

const HEAD = 64 * 1024;
/** Read at once: what stands before an error counts. */
const STEP = 1024;
/** Characters of a value that is looked at; only whether it is there counts. */
const MAX_VALUE = 1024;

/** Paths of which a JSON report has one, or all that are joined by `+`. */
const PATHS: [format: string, paths: string[]][] = [
  ['jsonl', ['observationType']],
  ['nuclei', ['template-id', '[*].template-id']],
  ['sarif', ['runs[*]']],
  ['asff', ['Findings[*]', 'detail.findings[*]', 'findings[*].ProductArn', 'ProductArn', '[*].ProductArn']],
  ['grype', ['matches[*]']],
  ['trivy', ['Results[*]', 'ArtifactType']],
  ['cyclonedx', ['bomFormat']],
  ['riskrecon', ['findings[*].finding_id', '[*].finding_id']],
  ['testssl', ['scanResult[*]', '[*].finding+[*].ip']],
  ['zap', ['site[*]']],
];
/** The root element of an XML report. */
const ROOTS = new Map([
  ['nmaprun', 'nmap'],
  ['OWASPZAPReport', 'zap'],
  ['NessusClientData_v2', 'nessus'],
  ['report', 'openvas'],
  ['get_reports_response', 'openvas'],
]);
/** A column that only this CSV report has. */
const COLUMNS: [format: string, column: string][] = [
  ['testssl', 'fqdn/ip'],
  ['openvas', 'nvt oid'],
];

/** Recognizes the format of a file by its beginning, and gives all of its bytes; `formats` are all that it could be. */
export async function recognized(file: AsyncIterable<Uint8Array>): Promise<{ formats: string[]; bytes: AsyncGenerator<Uint8Array> }> {
  const { head, bytes } = await headOf(file, HEAD);
  return { formats: formatsOf(head.subarray(0, HEAD)), bytes };
}

function formatsOf(head: Buffer): string[] {
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('<')) return [ROOTS.get(rootOf(text) ?? '')].filter((format) => format !== undefined);
  if (text.startsWith('{') || text.startsWith('[')) return formatsOfJson(head);
  const columns = (text.split('\n', 1)[0] ?? '').split(',').map((name) => name.trim().replaceAll('"', '').toLowerCase());
  return COLUMNS.filter(([, column]) => columns.includes(column)).map(([format]) => format);
}

function rootOf(text: string): string | undefined {
  let root: string | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    root ??= name;
  });
  try {
    parser.write(text);
  } catch {
    // What stands before the error counts.
  }
  return root;
}

function formatsOfJson(head: Buffer): string[] {
  const all = PATHS.flatMap(([, paths]) => paths.flatMap((path) => path.split('+')));
  const splitter = new JsonSplitter(all, MAX_VALUE);
  const found = new Set<string>();
  try {
    for (let at = 0; at < head.length; at += STEP)
      for (const piece of splitter.push(head.subarray(at, at + STEP))) found.add(piece.selector);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  const has = (path: string) => found.has(path) || (path.endsWith('[*]') && splitter.hasMet(path.slice(0, -3)));
  return PATHS.filter(([, paths]) => paths.some((path) => path.split('+').every(has))).map(([format]) => format);
}
