import { hostName } from './host-name';
import { DNS_RECORD_TYPES, type DnsRecordType, MAX_TXT_LENGTH, type ReadLine } from './record';
import { normalValue } from './record-values';

const TTL = /^\d+(?:[smhdw]\d+)*[smhdw]?$/i;
const CLASS = /^(?:IN|CH|HS|CS)$/i;
const TYPE = /^[A-Z][A-Z0-9-]*$/i;
const OUR_TYPES: ReadonlySet<string> = new Set(DNS_RECORD_TYPES);
const NAMES_A_HOST: ReadonlySet<string> = new Set(['CNAME', 'MX', 'NS']);
const NOT_A_LINE = 'neither JSON nor `name ttl IN TYPE value`';
const EMPTY: ReadLine = { records: [] };

/**
 * One line of a zone file or of dig: `name [ttl] [class] type value`. A file of many vendors has no origin, so names must be
 * fully qualified: `@`, single labels and lines that continue the previous one are rejected.
 */
export function readZoneLine(line: string, seenAt: string): ReadLine {
  const text = withoutComment(line).trimEnd();
  if (text === '' || /^\$TTL\b/i.test(text)) return EMPTY;
  if (text.startsWith('$')) return refuse(`${/^\S{1,80}/.exec(text)?.[0] ?? ''} is not supported; use fully qualified names`);
  if (/^\s/.test(text)) return refuse('the name is missing; every line needs its own');

  const fields = /^(\S+)\s+(.+)$/s.exec(text);
  if (!fields) return refuse(NOT_A_LINE);
  const [, name = '', rest = ''] = fields;
  const { type, value, refused } = typeAndValue(rest);
  if (refused !== undefined) return refuse(refused);
  if (isRelative(name)) return refuse(`${name.slice(0, 80)} is a relative name; use fully qualified names`);
  const host = hostName(name);
  if (host === undefined) return refuse(`${name.slice(0, 80)} is not a host name`);
  if (!isOurs(type)) return EMPTY;

  const whole = oneLine(value);
  if (whole === undefined) return refuse('the record spans several lines; write it on one line');
  if (NAMES_A_HOST.has(type) && isRelative(whole.split(/\s+/).at(-1) ?? ''))
    return refuse(`${whole.slice(0, 80)} is a relative name; use fully qualified names`);
  const normal = normalValue(type, type === 'TXT' ? quotedParts(whole.slice(0, 4 * MAX_TXT_LENGTH)) : whole);
  if (normal === undefined) return refuse(`${whole.slice(0, 80)} is not a valid ${type} value`);
  return normal === '' ? EMPTY : { records: [{ host, type, value: normal, seenAt }] };
}

function refuse(rejected: string): ReadLine {
  return { records: [], rejected };
}

function isOurs(type: string): type is DnsRecordType {
  return OUR_TYPES.has(type);
}

function isRelative(name: string): boolean {
  return name === '@' || !name.includes('.');
}

/** TTL and class are optional and may come in either order. */
function typeAndValue(rest: string): { type: string; value: string; refused?: string } {
  let left = rest;
  for (let fields = 0; fields < 3; fields += 1) {
    const [, word = '', after = ''] = /^(\S+)\s*(.*)$/s.exec(left) ?? [];
    if (TTL.test(word)) left = after;
    else if (CLASS.test(word)) {
      if (word.toUpperCase() !== 'IN') return { type: '', value: '', refused: `class ${word} is not IN` };
      left = after;
    } else if (TYPE.test(word) && after !== '') return { type: word.toUpperCase(), value: after };
    else break;
  }
  return { type: '', value: '', refused: NOT_A_LINE };
}

/** Cuts at a `;` outside quotes. */
function withoutComment(line: string): string {
  if (!line.includes(';')) return line;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === ';' && !quoted) return line.slice(0, at);
  }
  return line;
}

/** Parentheses join lines in a zone file. When closed on the same line they have no effect. */
function oneLine(value: string): string | undefined {
  if (!value.startsWith('(')) return value.endsWith('(') ? undefined : value;
  return value.endsWith(')') ? value.slice(1, -1).trim() : undefined;
}

/** Unquoted strings count too: `one "two"` is `onetwo`. */
function quotedParts(value: string): string {
  return (value.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? []).map((part) => (part.startsWith('"') ? part : `"${part}"`)).join(' ');
}
