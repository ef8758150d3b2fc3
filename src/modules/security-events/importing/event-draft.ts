import type { SecurityEventSeverity, SecurityEventStatus, SecurityEventType } from '../security-event.enums';

/** An event as read from a file. Times are RFC 3339 in UTC with milliseconds; domains and CVE ids are normalized. */
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

/** What a format yields for each record; `line` counts from 1. */
export type ParsedEvent = { line: number; draft: EventDraft } | { line: number; rejected: string };

/** A file format for events: turns a byte stream into events, with at most one in memory. */
export type EventFormat = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ParsedEvent>;
