import { ApiError } from '#platform/errors/api-error';
import type { Place } from '#platform/paging/cursor';

/** How long cursors are valid, and removals are reported. */
export const CHANGES_KEPT_DAYS = 30;

/** An id that no resource has. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Where a reader of the feed continues, and what it has seen so far.
 *
 * A new reader does not need earlier removals: they are left out up to position `known`. When the organization's entitlement changes its
 * view, everything in the feed may look different. The reader then starts over, and up to position `sweepTo` the resources of the other
 * view are reported as removed.
 */
export interface FeedPlace {
  /** Id of the database's history: it changes with a restore from a backup. */
  history: string;
  view: number;
  known: number;
  sweepTo: number;
  /** The first set that is not read completely, and the last entry of it that is. */
  position: number;
  kind: number;
  id: string;
  /** A set that was read. Another set at its position means that the database has lost changes. */
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

/** The beginning of the feed, for a reader that has nothing yet. */
export function beginning({ history, position }: FeedHead, view: number): FeedPlace {
  return { history, view, known: position, sweepTo: 0, position: 1, kind: 0, id: NIL_ID, anchor: undefined };
}

/** The end of the feed. */
export function end({ history, position }: FeedHead, view: number): FeedPlace {
  return { history, view, known: 0, sweepTo: 0, position: position + 1, kind: 0, id: NIL_ID, anchor: undefined };
}

/** Starts over for a reader whose view has changed. sweepTo is set once the end of the feed is known. */
export function again(place: FeedPlace, view: number): FeedPlace {
  const known = Math.max(place.known, place.position - 1);
  return { ...place, view, known, sweepTo: Infinity, position: 1, kind: 0, id: NIL_ID };
}

/** Refuses a place from which the feed cannot be followed without a gap. */
export function assertContinuable(place: FeedPlace, head: FeedHead): void {
  if (place.history !== head.history) throw new ChangesExpired('the database was restored from a backup');
  const read = Math.max(place.known, place.position - 1);
  if (isAhead(place, head) || (head.anchorSet !== undefined && head.anchorSet !== place.anchor?.set))
    throw new ChangesExpired('the database has lost changes that it had already returned');
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
