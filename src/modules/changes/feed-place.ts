import { ApiError } from '#platform/errors/api-error';
import type { Place } from '#platform/paging/cursor';

/** How long cursors live, and removed resources are told. */
export const CHANGES_KEPT_DAYS = 30;

/** No resource has it. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Where a reader of the feed goes on, and what it has seen so far.
 *
 * A reader that begins needs no word of what was removed before: `known` is the position up to which removals are left out.
 * When the organization's view changes, with its entitlement, everything that the feed shows may differ: the reader walks it
 * again, and up to `sweepTo` is told that what the other view showed is gone.
 */
export interface FeedPlace {
  /** Of the database: another one after a restore. */
  history: string;
  view: number;
  known: number;
  sweepTo: number;
  /** The first set that is not read in full, and the last entry of it that is. */
  position: number;
  kind: number;
  id: string;
  /** A set that was read: another one at its position means another history. */
  anchor: { position: number; set: string } | undefined;
}

export interface FeedHead {
  history: string;
  position: number;
  forgottenTo: number;
  /** The set at the position of the anchor, if there is one. */
  anchorSet: string | undefined;
}

export class ChangesExpired extends ApiError {
  constructor(why: string) {
    super('GONE', `The cursor cannot be continued: ${why}. Start from the beginning.`, 'CHANGES_EXPIRED');
  }
}

/** At the beginning, with an empty hand. */
export function beginning({ history, position }: FeedHead, view: number): FeedPlace {
  return { history, view, known: position, sweepTo: 0, position: 1, kind: 0, id: NIL_ID, anchor: undefined };
}

/** After everything that there is. */
export function end({ history, position }: FeedHead, view: number): FeedPlace {
  return { history, view, known: 0, sweepTo: 0, position: position + 1, kind: 0, id: NIL_ID, anchor: undefined };
}

/** The same place for a reader whose view has changed since. sweepTo is set once the end of the feed is known. */
export function again(place: FeedPlace, view: number): FeedPlace {
  const known = Math.max(place.known, place.position - 1);
  return { ...place, view, known, sweepTo: Infinity, position: 1, kind: 0, id: NIL_ID };
}

/** Refuses a place from which the feed cannot be followed without a gap. */
export function assertContinuable(place: FeedPlace, head: FeedHead): void {
  if (place.history !== head.history) throw new ChangesExpired('the database was restored from a backup');
  const read = Math.max(place.known, place.position - 1);
  if (isAhead(place, head) || (head.anchorSet !== undefined && head.anchorSet !== place.anchor?.set))
    throw new ChangesExpired('the database has lost changes that were read with it');
  if (read < head.forgottenTo) throw new ChangesExpired('changes since then are no longer kept');
}

/** Whether more was read than the server has: it lags behind, or changes were lost. */
export function isAhead(place: FeedPlace, head: FeedHead): boolean {
  return Math.max(place.position - 1, place.anchor?.position ?? 0) > head.position;
}

/** Whether removals at a position are left out. */
export function isKnown(place: FeedPlace, position: number): boolean {
  return position <= place.known;
}

export function toPlace(place: FeedPlace): Place {
  const { history, view, known, sweepTo, position, kind, id, anchor } = place;
  const isSweeping = position <= sweepTo;
  const isBehind = position <= known;
  return [
    history,
    ...[view, isBehind || isSweeping ? known : 0, isSweeping ? sweepTo : 0, position, kind].map(String),
    id,
    String(anchor?.position ?? 0),
    anchor?.set ?? '',
  ];
}

export function fromPlace(place: Place): FeedPlace {
  const [history = '', view, known, sweepTo, position, kind, id = NIL_ID, anchored, set = ''] = place;
  return {
    history,
    view: Number(view),
    known: Number(known),
    sweepTo: Number(sweepTo),
    position: Number(position),
    kind: Number(kind),
    id,
    anchor: set === '' ? undefined : { position: Number(anchored), set },
  };
}
