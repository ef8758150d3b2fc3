import { rule } from './filters';
import type { TestOrganization } from './organization';
import { rule as vendorRule, walkVendors } from './vendors';
import { walk, walkByGet } from './walk';

export type Resource = Record<string, unknown>;

export interface Told {
  resourceType: string;
  id: string;
  changeType: 'CHANGE_TYPE_UPSERTED' | 'CHANGE_TYPE_REMOVED';
  changedAt: string;
  [member: string]: unknown;
}

const MEMBERS = [
  'observation',
  'vendor',
  'vendorGroup',
  'securityEvent',
  'securityEventImpact',
  'fourthParty',
  'questionnaire',
  'vendorScore',
];
const PREFIX = 'CHANGE_RESOURCE_TYPE_';

/** Maintains a copy of everything by following the feed, like a customer's system. */
export class Follower {
  readonly copy = new Map<string, Resource>();
  cursor: string | undefined;

  constructor(
    private readonly org: TestOrganization,
    private readonly request: Record<string, unknown> = {},
  ) {}

  /** One page; the raw answer. */
  page() {
    return this.org.post('changes', { limit: 200, ...this.request, ...(this.cursor && { cursor: this.cursor }) });
  }

  /** Reads everything up to now. Returns the changes. */
  async follow(): Promise<Told[]> {
    const told: Told[] = [];
    for (let hasMore = true; hasMore;) {
      const { status, body } = await this.page();
      if (status !== 200) throw new Error(JSON.stringify(body));
      for (const change of body.changes as Told[]) this.take(change);
      told.push(...(body.changes as Told[]));
      this.cursor = body.nextCursor as string;
      hasMore = body.hasMore as boolean;
    }
    return told;
  }

  private take(change: Told): void {
    const key = `${change.resourceType.slice(PREFIX.length)} ${change.id}`;
    const member = MEMBERS.find((name) => name in change);
    if (change.changeType === 'CHANGE_TYPE_REMOVED') {
      expect(member).toBeUndefined();
      this.copy.delete(key);
    } else this.copy.set(key, lasting(change[member ?? ''] as Resource));
  }
}

/** The part of a resource that the feed covers: the last sighting is excluded. */
export function lasting(resource: Resource): Resource {
  const { lastSeen: _, evidence, ...rest } = resource;
  const pieces =
    Array.isArray(evidence) && (evidence as unknown[]).map((piece) => (typeof piece === 'object' ? { ...piece, seenAt: '' } : piece));
  return { ...rest, ...(pieces && { evidence: pieces }) };
}

/** All rows of the organization's lists, by the names of the feed. */
export async function everythingListed(org: TestOrganization): Promise<Map<string, Resource>> {
  const all = new Map<string, Resource>();
  const put = (type: string, id: unknown, resource: Resource) => all.set(`${type} ${String(id)}`, lasting(resource));
  for (const each of await walk(org, 'observations', 'observations', { mode: 'OBSERVATION_MODE_ALL' })) put('OBSERVATION', each.orn, each);
  const statuses = ['ONBOARDING', 'ACTIVE', 'UNDER_REVIEW', 'OFFBOARDED'].map((status) => `VENDOR_LIFECYCLE_STATUS_${status}`);
  const vendors = (await walkVendors(org, {
    limit: 200,
    filters: [vendorRule('LIFECYCLE_STATUS', 'IN', { stringListValue: { values: statuses } })],
  })) as Resource[];
  for (const each of vendors) put('VENDOR', each.id, each);
  for (const each of await walkByGet(org, 'vendors/groups', 'vendorGroups')) put('VENDOR_GROUP', each.id, each);
  for (const each of await walkByGet(org, 'questionnaires/received', 'questionnaires')) put('QUESTIONNAIRE', each.id, each);
  // A questionnaire that an organization sent to itself counts as its own.
  for (const each of await walkByGet(org, 'questionnaires', 'questionnaires')) put('QUESTIONNAIRE', each.id, each);
  for (const each of await walk(org, 'avd/fourth-parties', 'fourthParties')) {
    const { vendor, fourthParty } = each as unknown as { vendor: { domainName: string }; fourthParty: { domain: string } };
    put('FOURTH_PARTY', `${vendor.domainName}/${fourthParty.domain}`, each);
  }
  for (const view of ['SELF', 'VRM']) {
    for (const event of await walk(org, 'security-events/feed', 'securityEvents', { view: `SECURITY_EVENT_VIEW_${view}` })) {
      put('SECURITY_EVENT', event.eventId, event);
      if (view === 'SELF') continue;
      for (const each of await walk(org, 'security-events/impacted-companies', 'companies', { eventId: event.eventId })) {
        const { organization } = each as unknown as { organization: { domain: string } };
        put('SECURITY_EVENT_IMPACT', `${organization.domain}/${String(event.eventId)}`, { eventId: event.eventId, ...each });
      }
    }
  }
  const domains = [...vendors.map(({ domainName }) => domainName), ...org.organization.domains];
  for (let from = 0; from < domains.length; from += 200) {
    const filters = [rule('VENDOR', 'IN', { stringListValue: { values: domains.slice(from, from + 200) } })];
    for (const each of (await org.post('observations/vendor-scores', { filters })).body.vendorScores as Resource[])
      put('VENDOR_SCORE', each.vendorDomain, each);
  }
  return all;
}

/** The names of resources that differ between a copy and the lists, with both values. */
export function differences(copy: ReadonlyMap<string, Resource>, listed: ReadonlyMap<string, Resource>): unknown[] {
  const sorted = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) => (isPlain(inner) ? Object.fromEntries(Object.entries(inner).sort()) : inner));
  return [...new Set([...copy.keys(), ...listed.keys()])]
    .filter((key) => sorted(copy.get(key)) !== sorted(listed.get(key)))
    .map((key) => ({ key, copied: copy.get(key), listed: listed.get(key) }));
}

function isPlain(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
