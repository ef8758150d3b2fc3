import { findRelationships } from '#modules/avd/relationship-list';
import { ObservationsById } from '#modules/observations/observations-by-id';
import { QUESTIONNAIRE_COLUMNS, RECEIVED_COLUMNS, toQuestionnaire, type QuestionnaireRow } from '#modules/questionnaires/questionnaire.dto';
import { findScores } from '#modules/scores/vendor-score';
import { findEvents } from '#modules/security-events/events-by-id';
import { findImpacts } from '#modules/security-events/impacted-company';
import { toVendorGroup, VENDOR_GROUP_COLUMNS, type VendorGroupRow } from '#modules/vendor-groups/vendor-group.dto';
import { FIND_VENDORS, toVendor } from '#modules/vendors/vendor-row';
import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { viewOf, VRM_VIEW } from '#shared/view';
import type { ChangeResourceType } from './change.enums';

/** A type of resource in the feed: the member of a change that holds it, and its current state by key. */
interface ResourceReader {
  member: string;
  /** UTF-8 JSON of the resources that the caller's lists show, by key. Others are missing. */
  find(reads: Reads, caller: Caller, keys: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

const FIND_GROUPS = `SELECT ${VENDOR_GROUP_COLUMNS} FROM vendor_group WHERE organization_id = $1 AND archived_at IS NULL AND id = ANY ($2::uuid[])`;
const FIND_QUESTIONNAIRES = `SELECT ${QUESTIONNAIRE_COLUMNS} FROM questionnaire WHERE organization_id = $1 AND id = ANY ($2::uuid[])`;
const FIND_RECEIVED = `
  SELECT ${RECEIVED_COLUMNS} FROM received_questionnaire WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND sender_id <> organization_id`;
const PREPARED = { prepared: true, plannedOnce: true };

export const RESOURCES: Readonly<Record<ChangeResourceType, ResourceReader>> = {
  CHANGE_RESOURCE_TYPE_OBSERVATION: {
    member: 'observation',
    async find(reads, caller, ids) {
      const found = new ObservationsById(caller.organizationId, viewOf(caller), caller.organization.domain, ids);
      await reads.readTexts(caller.organizationId, [found.reading]);
      return found.json;
    },
  },
  CHANGE_RESOURCE_TYPE_VENDOR: {
    member: 'vendor',
    async find(reads, caller, ids) {
      const rows = await reads.readText(caller.organizationId, FIND_VENDORS, [caller.organizationId, ids], PREPARED);
      return byKey(
        rows.map((row) => toVendor(row, caller)),
        ({ id }) => id,
      );
    },
  },
  CHANGE_RESOURCE_TYPE_VENDOR_GROUP: {
    member: 'vendorGroup',
    async find(reads, { organizationId }, ids) {
      const rows = await reads.read<VendorGroupRow>(organizationId, FIND_GROUPS, [organizationId, ids], PREPARED);
      return byKey(rows.map(toVendorGroup), ({ id }) => id);
    },
  },
  CHANGE_RESOURCE_TYPE_SECURITY_EVENT: { member: 'securityEvent', find: findEvents },
  CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT: {
    member: 'securityEventImpact',
    async find(reads, caller, keys) {
      if (viewOf(caller) !== VRM_VIEW) return new Map();
      const pairs = keys.map(splitKey).map(([domain, eventId]) => ({ domain, eventId }));
      const impacts = await findImpacts(reads, caller.organizationId, pairs);
      return byKey(impacts, ({ organization, eventId }) => `${organization.domain}/${eventId}`);
    },
  },
  CHANGE_RESOURCE_TYPE_FOURTH_PARTY: {
    member: 'fourthParty',
    async find(reads, { organizationId }, keys) {
      const pairs = keys.map(splitKey).map(([vendorDomain, fourthPartyDomain]) => ({ vendorDomain, fourthPartyDomain }));
      const relationships = await findRelationships(reads, organizationId, pairs);
      return byKey(relationships, ({ vendor, fourthParty }) => `${vendor.domainName}/${fourthParty.domain}`);
    },
  },
  CHANGE_RESOURCE_TYPE_QUESTIONNAIRE: {
    member: 'questionnaire',
    async find(reads, { organizationId }, ids) {
      const find = (sql: string) => reads.read<QuestionnaireRow>(organizationId, sql, [organizationId, ids], PREPARED);
      const [own, received] = await Promise.all([find(FIND_QUESTIONNAIRES), find(FIND_RECEIVED)]);
      return byKey([...own, ...received].map(toQuestionnaire), ({ id }) => id);
    },
  },
  CHANGE_RESOURCE_TYPE_VENDOR_SCORE: {
    member: 'vendorScore',
    async find(reads, caller, domains) {
      const scores = await findScores(reads, caller, domains);
      return byKey(scores, ({ vendorDomain }) => vendorDomain);
    },
  },
};

function byKey<Resource>(resources: readonly Resource[], keyOf: (resource: Resource) => string): Map<string, Buffer> {
  return new Map(resources.map((resource) => [keyOf(resource), Buffer.from(JSON.stringify(resource))]));
}

/** Splits at the first slash: a domain has none, the part after it may. */
function splitKey(key: string): [string, string] {
  const at = key.indexOf('/');
  return [key.slice(0, at), key.slice(at + 1)];
}
