import type { Scope } from '#platform/identity/scope';
import { SELF_VIEW, VRM_VIEW, type View } from '#shared/view';
import { CHANGE_RESOURCE_TYPE, type ChangeResourceType } from './change.enums';

/** A kind of entry in the feed. The database records changes under these numbers, which never change. */
export interface ChangeKind {
  number: number;
  type: ChangeResourceType;
  /** The view that shows these resources, if only one does. */
  view?: View;
}

/** Ascending. */
export const CHANGE_KINDS: readonly ChangeKind[] = [
  { number: 1, type: 'CHANGE_RESOURCE_TYPE_OBSERVATION', view: VRM_VIEW },
  { number: 2, type: 'CHANGE_RESOURCE_TYPE_VENDOR' },
  { number: 3, type: 'CHANGE_RESOURCE_TYPE_VENDOR_GROUP' },
  { number: 4, type: 'CHANGE_RESOURCE_TYPE_SECURITY_EVENT' },
  { number: 5, type: 'CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT', view: VRM_VIEW },
  { number: 6, type: 'CHANGE_RESOURCE_TYPE_FOURTH_PARTY' },
  { number: 7, type: 'CHANGE_RESOURCE_TYPE_QUESTIONNAIRE' },
  { number: 8, type: 'CHANGE_RESOURCE_TYPE_VENDOR_SCORE', view: VRM_VIEW },
  { number: 11, type: 'CHANGE_RESOURCE_TYPE_OBSERVATION', view: SELF_VIEW },
  /** Received from another organization. */
  { number: 17, type: 'CHANGE_RESOURCE_TYPE_QUESTIONNAIRE' },
  { number: 18, type: 'CHANGE_RESOURCE_TYPE_VENDOR_SCORE', view: SELF_VIEW },
];

/** The scope that is needed to read each type. */
const SCOPE_OF: Readonly<Record<ChangeResourceType, Scope>> = {
  CHANGE_RESOURCE_TYPE_OBSERVATION: 'findings.read',
  CHANGE_RESOURCE_TYPE_VENDOR: 'vendor-directory.read',
  CHANGE_RESOURCE_TYPE_VENDOR_GROUP: 'vendor-directory.read',
  CHANGE_RESOURCE_TYPE_SECURITY_EVENT: 'security-events.read',
  CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT: 'security-events.read',
  CHANGE_RESOURCE_TYPE_FOURTH_PARTY: 'avd.read',
  CHANGE_RESOURCE_TYPE_QUESTIONNAIRE: 'questionnaires.read',
  CHANGE_RESOURCE_TYPE_VENDOR_SCORE: 'findings.read',
};

export const CHANGE_SCOPES = [...new Set(Object.values(SCOPE_OF))];

/** Types that may be read with the scopes, in the order of the enumeration. */
export function readableTypes(scopes: ReadonlySet<Scope>): ChangeResourceType[] {
  return CHANGE_RESOURCE_TYPE.members.filter((type) => scopes.has(SCOPE_OF[type]));
}

export function missingScopes(types: readonly ChangeResourceType[], scopes: ReadonlySet<Scope>): Scope[] {
  return [...new Set(types.map((type) => SCOPE_OF[type]))].filter((scope) => !scopes.has(scope));
}

/** The kinds of some types that a view shows; without a view, all of them. */
export function kindsOf(types: readonly ChangeResourceType[], view?: View): ChangeKind[] {
  return CHANGE_KINDS.filter((kind) => types.includes(kind.type) && (!view || !kind.view || kind.view.number === view.number));
}
