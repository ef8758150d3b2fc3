import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { isoTime } from '#platform/database/iso-time';
import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { JsonText } from '#platform/http/json-text';
import { scopeMissing } from '#platform/operations/scope.guard';
import type { CursorBinding } from '#platform/paging/cursor';
import { Cursors } from '#platform/paging/cursors';
import { pageSize } from '#platform/paging/page.dto';
import { printOrn } from '#modules/observations/orn';
import { viewOf } from '#vocabulary/view';
import { CHANGE_KINDS, kindsOf, missingScopes, readableTypes, type ChangeKind } from '../change-kinds';
import type { ChangeResourceType } from '../change.enums';
import { RESOURCES } from '../changed-resources';
import {
  again,
  assertContinuable,
  beginning,
  CHANGES_KEPT_DAYS,
  ChangesExpired,
  end,
  fromPlace,
  isAhead,
  isKnown,
  NIL_ID,
  toPlace,
  type FeedHead,
  type FeedPlace,
} from '../feed-place';
import type { GetChangesRequest, GetChangesResponse } from './get-changes.dto';

export class GetChanges extends Query<JsonText<GetChangesResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetChangesRequest,
  ) {
    super();
  }
}

const LIFETIME = {
  lifetimeMs: CHANGES_KEPT_DAYS * 86_400_000,
  expired: () => new ChangesExpired(`it is older than ${CHANGES_KEPT_DAYS} days`),
};

/** Sets without a change that was asked for cost a few microseconds each; a page looks at no more of them than this. */
const MAX_SETS = 1000;

const HEAD = `
  SELECT (SELECT id FROM change_history), coalesce(h.position, 0), coalesce(h.forgotten_to, 0),
         (SELECT s.id FROM change_set s WHERE s.organization_id = $1 AND s.position = $2)
    FROM (SELECT 1) one LEFT JOIN change_head h ON h.organization_id = $1`;
const PAGE = `SELECT position, set_id, committed_at, kind, resource_id, resource_key, is_removed FROM change_page($1, $2, $3, $4, $5, $6, ${MAX_SETS})`;

const BEGINNING = Buffer.from('{"changes":[');
const END_OF_CHANGE = Buffer.from('}');

/** An entry of the feed. The last one of a page that is not full is of kind 0: where the reader goes on. */
interface Entry {
  position: number;
  set: string;
  committedAt: string;
  kind: number;
  id: string;
  key: string;
  isRemoved: boolean;
}

@QueryHandler(GetChanges)
export class GetChangesHandler implements IQueryHandler<GetChanges> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetChanges): Promise<JsonText<GetChangesResponse>> {
    const types = typesOf(caller, request);
    const binding = [caller.organizationId, 'GetChanges', types.join(' ')];
    const sealer = await this.cursors.opener();
    const cursor = request.cursor ? fromPlace(sealer.open(binding, request.cursor, LIFETIME)) : undefined;
    const { place, entries, hasMore, next } = await this.read(caller, request, types, cursor);
    const changes = await this.render(caller, entries, place);
    const nextCursor = sealer.seal(binding satisfies CursorBinding, toPlace(next));
    return new JsonText(Buffer.concat([BEGINNING, ...changes, Buffer.from(`],"nextCursor":"${nextCursor}","hasMore":${hasMore}}`)]));
  }

  private async read(caller: Caller, request: GetChangesRequest, types: readonly ChangeResourceType[], cursor: FeedPlace | undefined) {
    const view = viewOf(caller);
    const limit = pageSize(request.limit);
    const isSwitched = cursor !== undefined && cursor.view !== view.number;
    const start = isSwitched ? again(cursor, view.number) : cursor;
    const kinds = kindsOf(types, start && start.sweepTo > 0 ? undefined : view);
    const isFromNow = cursor === undefined && request.start === 'CHANGE_START_NOW';

    let { head, entries } = await this.page(this.database.lists, caller, start, kinds, isFromNow ? 0 : limit + 1);
    // A replica that has not seen what was read elsewhere says nothing about what was lost.
    if (cursor && isAhead(cursor, head)) ({ head, entries } = await this.page(this.database, caller, start, kinds, limit + 1));
    if (cursor) assertContinuable(cursor, head);

    const from = start ?? (isFromNow ? end(head, view.number) : beginning(head, view.number));
    const place = from.sweepTo === Infinity ? { ...from, sweepTo: head.position } : from;
    const marker = entries.find(({ kind }) => kind === 0);
    const shown = entries.filter(({ kind }) => kind !== 0).slice(0, limit);
    return {
      place,
      entries: shown,
      hasMore: marker ? marker.isRemoved : entries.length > limit,
      next: nextOf(place, marker ?? shown.at(-1)),
    };
  }

  private async page(reads: Reads, caller: Caller, from: FeedPlace | undefined, kinds: readonly ChangeKind[], limit: number) {
    const { organizationId } = caller;
    const [[head] = [], rows = []] = await reads.readTexts(organizationId, [
      { sql: HEAD, params: [organizationId, from?.anchor?.position ?? 0], prepared: true, plannedOnce: true },
      {
        sql: PAGE,
        params: [organizationId, from?.position ?? 1, from?.kind ?? 0, from?.id ?? NIL_ID, kinds.map(({ number }) => number), limit],
        prepared: true,
        plannedOnce: true,
      },
    ]);
    const [history, position, forgottenTo, anchorSet] = head ?? [];
    return {
      head: {
        history: history ?? '',
        position: Number(position),
        forgottenTo: Number(forgottenTo),
        anchorSet: anchorSet ?? undefined,
      } satisfies FeedHead,
      entries: rows.map(([at, set, committedAt, kind, id, key, isRemoved]): Entry => {
        return {
          position: Number(at),
          set: set ?? '',
          committedAt: committedAt ?? '',
          kind: Number(kind),
          id: id ?? '',
          key: key ?? id ?? '',
          isRemoved: isRemoved === 't',
        };
      }),
    };
  }

  /**
   * Resources as they are now, which is never older than the change that is told: they are read after the feed, and from the
   * primary. One that is no longer shown has been removed; the change that removed it comes too, if it is another one. The result is
   * JSON in pieces: as bytes, because joining and encoding texts would be most of the cost of a page.
   */
  private async render(caller: Caller, entries: readonly Entry[], place: FeedPlace): Promise<Buffer[]> {
    const view = viewOf(caller);
    const kinds = new Map(CHANGE_KINDS.map((kind) => [kind.number, kind]));
    const told = entries.flatMap((entry) => {
      const kind = kinds.get(entry.kind) as ChangeKind;
      const isOfOtherView = kind.view !== undefined && kind.view.number !== view.number;
      return isOfOtherView && entry.position > place.sweepTo ? [] : [{ ...entry, type: kind.type, view: kind.view ?? view, isOfOtherView }];
    });
    const found = new Map<ChangeResourceType, ReadonlyMap<string, Buffer>>();
    for (const type of new Set(told.map((entry) => entry.type))) {
      const keys = told.filter((entry) => entry.type === type && !entry.isOfOtherView && !entry.isRemoved).map(({ key }) => key);
      if (keys.length > 0) found.set(type, await RESOURCES[type].find(this.database, caller, keys));
    }
    const pieces: Buffer[] = [];
    for (const { type, position, committedAt, key, isOfOtherView, view: seenFrom } of told) {
      const resource = isOfOtherView ? undefined : found.get(type)?.get(key);
      if (resource === undefined && !isOfOtherView && isKnown(place, position)) continue;
      const id =
        type === 'CHANGE_RESOURCE_TYPE_OBSERVATION' ? printOrn({ view: seenFrom.orn, key, owner: caller.organization.domain }) : key;
      const changeType = resource === undefined ? 'CHANGE_TYPE_REMOVED' : 'CHANGE_TYPE_UPSERTED';
      const change = `${pieces.length === 0 ? '' : ','}{"resourceType":"${type}","id":${JSON.stringify(id)},"changeType":"${changeType}","changedAt":"${isoTime(committedAt)}"`;
      if (resource === undefined) pieces.push(Buffer.from(change), END_OF_CHANGE);
      else pieces.push(Buffer.from(`${change},"${RESOURCES[type].member}":`), resource, END_OF_CHANGE);
    }
    return pieces;
  }
}

function typesOf({ scopes }: Caller, { resourceTypes }: GetChangesRequest): ChangeResourceType[] {
  if (!resourceTypes?.length) return readableTypes(scopes);
  const missing = missingScopes(resourceTypes, scopes);
  if (missing.length > 0) throw scopeMissing({ name: 'GetChanges', scopes: missing }, missing);
  return [...new Set(resourceTypes)].sort();
}

/** After the last entry of a full page, or after the set at which a shorter one ended; never back. */
function nextOf(place: FeedPlace, last: Entry | undefined): FeedPlace {
  if (!last) return place;
  const anchor = { position: last.position, set: last.set };
  if (last.kind !== 0) return { ...place, position: last.position, kind: last.kind, id: last.id, anchor };
  if (last.position < place.position) return last.position === place.position - 1 && last.set !== '' ? { ...place, anchor } : place;
  return { ...place, position: last.position + 1, kind: 0, id: NIL_ID, ...(last.set !== '' && { anchor }) };
}
