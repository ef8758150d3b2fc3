import { CHANGE_KINDS } from '#modules/changes/change-kinds';
import { RESOURCES } from '#modules/changes/changed-resources';
import { printOrn } from '#shared/orn';
import { SCORE_GRADE } from '#modules/scores/score.enums';
import type { EventType } from '#platform/events/event-types';
import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { viewOf } from '#shared/view';
import type { EventObject } from './pack-objects';

/** A row of the outbox. */
export interface StoredEvent {
  id: string;
  setId: string;
  type: EventType;
  /** The objects themselves, or their previous values, by key. */
  data: unknown;
  kind: number | null;
  ids: string[] | null;
  keys: (string | null)[] | null;
  committedAt: Date;
}

/** An object, and the key by which filters find it. */
export interface KeyedObject extends EventObject {
  key: string;
}

const KINDS = new Map(CHANGE_KINDS.map((kind) => [kind.number, kind]));
/** Events that contain only the id of a resource, whether it is still shown or not. */
const REMOVALS: readonly EventType[] = ['observation.removed', 'fourth_party.gone'];
/** Events about resources that may be gone: then they contain only the id. */
const MAY_BE_GONE: readonly EventType[] = [...REMOVALS, 'vendor.deleted', 'security_event.impact_changed'];

/** The keys of an event's resources. */
export function keysOf({ ids, keys }: StoredEvent): string[] {
  const [byId, byKey] = [ids ?? [], keys ?? []];
  return Array.from({ length: Math.max(byId.length, byKey.length) }, (_, index) => byKey[index] ?? byId[index] ?? '');
}

/**
 * The objects of events of one type, as their lists serve them now. Those that the organization no longer sees are left out, or named by
 * id.
 */
export async function objectsOf(
  reads: Reads,
  caller: Caller,
  type: EventType,
  events: readonly (StoredEvent & { reported: readonly string[] })[],
): Promise<KeyedObject[]> {
  const view = viewOf(caller);
  const objects: KeyedObject[] = [];
  for (const kindNumber of new Set(events.map(({ kind }) => kind))) {
    const ofKind = events.filter(({ kind }) => kind === kindNumber);
    const kind = kindNumber === null ? undefined : KINDS.get(kindNumber);
    if (!kind) {
      const given = ofKind.flatMap(({ data }) => (Array.isArray(data) ? (data as object[]) : []));
      objects.push(...given.map((each) => ({ key: '', id: type, json: JSON.stringify(each) })));
      continue;
    }
    const isObservation = kind.type === 'CHANGE_RESOURCE_TYPE_OBSERVATION';
    const isRemoval = REMOVALS.includes(type);
    if (kind.view && kind.view.number !== view.number && !(isObservation && !isRemoval)) continue;
    const keys = [...new Set(ofKind.flatMap(({ reported }) => reported))];
    const found = keys.length > 0 && !isRemoval ? await RESOURCES[kind.type].find(reads, caller, keys) : new Map<string, Buffer>();
    for (const key of keys) {
      const id = isObservation ? printOrn({ view: view.orn, key, owner: caller.organization.domain }) : key;
      const json = found.get(key)?.toString() ?? (MAY_BE_GONE.includes(type) ? JSON.stringify({ id }) : undefined);
      if (json !== undefined) objects.push({ key, id, json: type === 'vendor.score_changed' ? withPrevious(json, key, ofKind) : json });
    }
  }
  return objects;
}

/** The score, with its value before the first of these changes. */
function withPrevious(json: string, domain: string, events: readonly StoredEvent[]): string {
  for (const { data } of events) {
    const before = (data as Record<string, { score: number; grade: number }> | null)?.[domain];
    if (!before) continue;
    const previous = { previousOverallScore: before.score, previousOverallGrade: SCORE_GRADE.toMember(before.grade) };
    return JSON.stringify({ ...(JSON.parse(json) as object), ...previous });
  }
  return json;
}
