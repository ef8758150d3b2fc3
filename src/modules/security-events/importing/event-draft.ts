import type { SecurityEventSeverity, SecurityEventStatus, SecurityEventType } from '../security-event.enums';

/** One event as a file tells it. Times are RFC 3339 in UTC with milliseconds; domains and CVE ids are in their kept form. */
export interface EventDraft {
  eventId: string;
  title: string;
  summary: string;
  eventType: SecurityEventType;
  severity: SecurityEventSeverity;
  status: SecurityEventStatus;
  occurredAt?: string;
  publishedAt: string;
  cveIds: string[];
  affectedProducts: string[];
  isRansomware: boolean;
  timeline: { occurredAt: string; title: string; description?: string }[];
  sources: { name: string; url: string; publishedAt?: string }[];
  victims: string[];
}

/** What a format yields for each record it meets; `line` counts from 1. */
export type ParsedEvent = { line: number; draft: EventDraft } | { line: number; rejected: string };

/** A file format for events: turns a stream of bytes into events and holds no more than one of them. */
export type EventFormat = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ParsedEvent>;
