import { cveIdOf } from '#platform/import/identifiers';
import { LineSplitter, type Line } from '#platform/import/json-stream/line-splitter';
import { parseJsonLine } from '#platform/import/json-stream/parse-json';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';
import { Bool, DateTime, NestedList, Text, TextList } from '#platform/fields/fields';
import type { Enumeration } from '#platform/fields/enumeration';
import { readRequest } from '#platform/fields/read-request';
import { SECURITY_EVENT_SEVERITY, SECURITY_EVENT_STATUS, SECURITY_EVENT_TYPE } from '../security-event.enums';
import type { EventDraft, ParsedEvent } from './event-draft';
import { LIMITS } from './limits';

const EVENT_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;
const ADDRESS = /^https?:\/\/[^\s/]/i;
const MEMBER = { max: 64 };

class TimelineLine {
  @DateTime() occurredAt!: string;
  @Text({ max: LIMITS.title, trim: true }) title!: string;
  @Text({ max: LIMITS.description, optional: true }) description?: string;
}

class SourceLine {
  @Text({ max: LIMITS.sourceName, trim: true }) name!: string;
  @Text({ max: LIMITS.url, pattern: ADDRESS }) url!: string;
  @DateTime({ optional: true }) publishedAt?: string;
}

/** One line of the service's own format. Unknown members are rejected. */
class EventLine {
  @Text({ max: LIMITS.eventId, pattern: EVENT_ID }) eventId!: string;
  @Text({ max: LIMITS.title, trim: true }) title!: string;
  @Text({ max: LIMITS.summary, trim: true }) summary!: string;
  @Text(MEMBER) eventType!: string;
  @Text(MEMBER) severity!: string;
  @Text({ ...MEMBER, optional: true }) status?: string;
  @DateTime({ optional: true }) occurredAt?: string;
  @DateTime() publishedAt!: string;
  @TextList({ max: 32, maxItems: LIMITS.cves, optional: true }) cveIds?: string[];
  @TextList({ max: LIMITS.product, maxItems: LIMITS.products, optional: true }) affectedProducts?: string[];
  @Bool({ optional: true }) isRansomware?: boolean;
  @NestedList(() => TimelineLine, { maxItems: LIMITS.timeline, optional: true }) timeline?: TimelineLine[];
  @NestedList(() => SourceLine, { maxItems: LIMITS.sources, optional: true }) sources?: SourceLine[];
  @TextList({ max: 2048, maxItems: LIMITS.victims, optional: true }) victims?: string[];
}

/** One event per line, with the member names of the API. */
export async function* jsonl(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ParsedEvent> {
  const splitter = new LineSplitter();
  for await (const chunk of plainBytes(bytes)) {
    for (const line of splitter.push(chunk)) yield parsed(line);
  }
  for (const line of splitter.end()) yield parsed(line);
}

function parsed(line: Line): ParsedEvent {
  if ('problem' in line) return { line: line.line, rejected: line.problem };
  try {
    return { line: line.line, draft: toDraft(readRequest(EventLine, parseJsonLine(line.bytes))) };
  } catch (error) {
    if (error instanceof RecordError || error instanceof InvalidArgument) return { line: line.line, rejected: error.message };
    throw error;
  }
}

function toDraft(event: EventLine): EventDraft {
  const eventType = member(SECURITY_EVENT_TYPE, 'eventType', event.eventType);
  return {
    eventId: event.eventId,
    title: event.title,
    summary: event.summary,
    eventType,
    severity: member(SECURITY_EVENT_SEVERITY, 'severity', event.severity),
    status: event.status === undefined ? 'SECURITY_EVENT_STATUS_NEW' : member(SECURITY_EVENT_STATUS, 'status', event.status),
    ...(event.occurredAt !== undefined && { occurredAt: event.occurredAt }),
    publishedAt: event.publishedAt,
    cveIds: unique(event.cveIds, 'cveIds', (text) => cveIdOf(text) ?? { problem: 'not a CVE id' }),
    affectedProducts: unique(event.affectedProducts, 'affectedProducts', (text) => text.trim() || { problem: 'empty' }),
    isRansomware: event.isRansomware ?? eventType === 'SECURITY_EVENT_TYPE_RANSOMWARE',
    timeline: [...(event.timeline ?? [])].sort((a, b) => a.occurredAt.localeCompare(b.occurredAt)),
    sources: event.sources ?? [],
    victims: unique(event.victims, 'victims', victim),
  };
}

function victim(text: string): string | { problem: string } {
  const found = normalizeDomain(text);
  return 'domain' in found ? found.domain : found;
}

function member<Prefix extends string, Short extends string>(
  members: Enumeration<Prefix, Short>,
  field: string,
  text: string,
): `${Prefix}_${Short}` {
  const found = members.parse(text);
  if (found === undefined) throw new RecordError(`${field}: ${JSON.stringify(text)} is not one of ${members.short.join(', ')}`);
  return found;
}

/** The normalized entries of a list, without duplicates. */
function unique(texts: readonly string[] | undefined, field: string, read: (text: string) => string | { problem: string }): string[] {
  const kept = new Set<string>();
  for (const [index, text] of (texts ?? []).entries()) {
    const value = read(text);
    if (typeof value !== 'string') throw new RecordError(`${field}[${index}]: ${value.problem}`);
    kept.add(value);
  }
  return [...kept];
}
