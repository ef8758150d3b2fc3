import { v5 as uuidv5 } from 'uuid';
import type { SecurityEventActivity, VrmRequester } from './activity.dto';
import { effectiveImpact } from './impact';
import type { SecurityEventActivityType, SecurityEventImpact, VendorResponseStatus } from './security-event.enums';

export interface ImpactChange {
  id: string;
  at: string;
  from?: SecurityEventImpact;
  to?: SecurityEventImpact;
}

export interface Statement {
  id: string;
  at: string;
  responseStatus: VendorResponseStatus;
  message?: string;
  expectedResolutionAt?: string;
  evidenceUrls: string[];
  isOnBehalf?: boolean;
}

export interface Request {
  id: string;
  at: string;
  message?: string;
  dueAt?: string;
  requester?: VrmRequester;
}

/** All records about one event and one company. Times are RFC 3339 in UTC, so they sort as texts. */
export interface CompanyFile {
  eventId: string;
  domain: string;
  /** The current derived impact. */
  derived?: SecurityEventImpact;
  /** When an impact was first derived. */
  derivedSince?: string;
  /** Later changes of the derived impact. */
  changes: ImpactChange[];
  statements: Statement[];
  requests: Request[];
}

const NAMESPACE = '5b0a6c0e-2f0f-4c55-9d0a-7f2a5f0f6b1e';
const REQUEST_OR_RESPONSE = new Set<SecurityEventActivityType>([
  'SECURITY_EVENT_ACTIVITY_TYPE_VRM_REQUEST_SENT',
  'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED',
]);
const IMPACTED = new Set<SecurityEventImpact>([
  'SECURITY_EVENT_IMPACT_CONFIRMED',
  'SECURITY_EVENT_IMPACT_LIKELY',
  'SECURITY_EVENT_IMPACT_POSSIBLE',
]);

/** Whether an entry is a request or a response. */
export function isRequestOrResponse(activity: SecurityEventActivity): boolean {
  return REQUEST_OR_RESPONSE.has(activity.activityType);
}

/** The company's latest response. */
export function latestStatement(file: CompanyFile): Statement | undefined {
  return file.statements.reduce<Statement | undefined>(
    (latest, next) => (latest === undefined || isAfter(next, latest) ? next : latest),
    undefined,
  );
}

/**
 * The history, newest first. It shows the effective impact: the derived one, overridden by the company's response as of each
 * moment. At the same moment, a response comes before the change it caused.
 */
export function activitiesOf(file: CompanyFile): SecurityEventActivity[] {
  const moments = momentsOf(file);
  const [first] = moments;
  if (!first) return [];

  let derived: SecurityEventImpact | undefined;
  let latestResponse: VendorResponseStatus | undefined;
  const oldestFirst: Entry[] = [];
  for (const moment of moments) {
    const from = effectiveImpact(derived, latestResponse);
    if (moment.kind === 'derived') derived = moment.impact;
    if (moment.kind === 'statement') latestResponse = moment.statement.responseStatus;
    const to = effectiveImpact(derived, latestResponse);

    // The initial impact is not a change.
    const isInitial = moment === first && moment.kind === 'derived';
    if (from !== to && !isInitial) oldestFirst.push(...changeEntries(moment, from, to));
    if (moment.kind !== 'derived') oldestFirst.push(requestOrResponseEntry(moment));
  }

  const firstSeen: SecurityEventActivity = {
    activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_FIRST_SEEN',
    eventId: file.eventId,
    vendorDomain: file.domain,
    occurredAt: first.at,
    isSynthetic: true,
    toImpact: effectiveImpact(first.kind === 'derived' ? first.impact : undefined, undefined),
  };
  const newestFirst = oldestFirst.reverse().map(({ id, at, activityType, fields }) => ({
    id,
    activityType,
    eventId: file.eventId,
    vendorDomain: file.domain,
    occurredAt: at,
    isSynthetic: false,
    ...fields,
  }));
  return [...newestFirst, firstSeen];
}

type Moment = { id: string; at: string } & (
  { kind: 'derived'; impact?: SecurityEventImpact } | { kind: 'statement'; statement: Statement } | { kind: 'request'; request: Request }
);

/** An entry of the history, with the fields of its type. */
interface Entry {
  id: string;
  at: string;
  activityType: SecurityEventActivityType;
  fields: Partial<SecurityEventActivity>;
}

/** The change of the effective impact at a moment; a remediation is completed when an impacted company becomes mitigated. */
function changeEntries({ id, at, kind }: Moment, fromImpact: SecurityEventImpact, toImpact: SecurityEventImpact): Entry[] {
  const fields = { fromImpact, toImpact };
  const changeId = kind === 'statement' ? uuidv5(`${id} impact`, NAMESPACE) : id;
  const change: Entry = { id: changeId, at, activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_IMPACT_CHANGED', fields };
  if (!IMPACTED.has(fromImpact) || toImpact !== 'SECURITY_EVENT_IMPACT_MITIGATED') return [change];
  const completedId = uuidv5(`${id} completed`, NAMESPACE);
  return [change, { id: completedId, at, activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_REMEDIATION_COMPLETED', fields }];
}

function requestOrResponseEntry(moment: Exclude<Moment, { kind: 'derived' }>): Entry {
  const isResponse = moment.kind === 'statement';
  const { id, at, ...fields } = isResponse ? moment.statement : moment.request;
  const activityType = isResponse ? 'SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED' : 'SECURITY_EVENT_ACTIVITY_TYPE_VRM_REQUEST_SENT';
  return { id, at, activityType, fields };
}

function momentsOf(file: CompanyFile): Moment[] {
  const changes = [...file.changes].sort(inOrder);
  const moments: Moment[] = [
    ...changes.map(({ id, at, to }) => ({ id, at, kind: 'derived' as const, ...(to && { impact: to }) })),
    ...file.statements.map((statement) => ({ id: statement.id, at: statement.at, kind: 'statement' as const, statement })),
    ...file.requests.map((request) => ({ id: request.id, at: request.at, kind: 'request' as const, request })),
  ];
  if (file.derivedSince !== undefined) {
    const beginning = changes.length > 0 ? changes[0]?.from : file.derived;
    const id = uuidv5(`${file.eventId} ${file.domain} derived`, NAMESPACE);
    moments.unshift({ id, at: file.derivedSince, kind: 'derived', ...(beginning && { impact: beginning }) });
  }
  // The sort is stable: at the same moment, a derived change comes before a response.
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function inOrder(a: { at: string; id: string }, b: { at: string; id: string }): number {
  return isAfter(a, b) ? 1 : -1;
}

function isAfter(a: { at: string; id: string }, b: { at: string; id: string }): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at;
}
