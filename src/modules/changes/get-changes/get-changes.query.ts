import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { JsonText } from '#platform/http/json-text';
import { JsonWriter } from '#platform/http/json-writer';
import { scopeMissing } from '#platform/operations/scope.guard';
import type { CursorBinding } from '#platform/paging/cursor';
import { Cursors } from '#platform/paging/cursors';
import { pageSize } from '#platform/paging/page.dto';
import { DAY_MS } from '#platform/time/durations';
import { printOrn } from '#shared/orn';
import { viewOf } from '#shared/view';
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
import { ENTRY_COLUMNS, FeedEntries, type Entry } from './feed-entries';
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
  lifetimeMs: CHANGES_KEPT_DAYS * DAY_MS,
  expired: () => new ChangesExpired(`it is older than ${CHANGES_KEPT_DAYS} days`),
};

/** Maximum number of sets that a page reads. A set without a requested change costs a few microseconds. */
const MAX_SETS = 1000;

const HEAD = `
  SELECT (SELECT id FROM change_history), coalesce(h.position, 0), coalesce(h.forgotten_to, 0),
         (SELECT s.id FROM change_set s WHERE s.organization_id = $1 AND s.position = $2)
    FROM (SELECT 1) one LEFT JOIN change_head h ON h.organization_id = $1`;
const PAGE = `SELECT ${ENTRY_COLUMNS} FROM change_page($1, $2, $3, $4, $5, $6, ${MAX_SETS})`;

const KINDS = new Map(CHANGE_KINDS.map((kind) => [kind.number, kind]));

/** Buffer size per change: more than one takes without its resource. */
const BYTES_OF_CHANGE = 300;

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
    let part = await this.read(caller, request, types, cursor);
    let changes = await this.write(caller, part.entries, part.place);
    // A part of the feed may have nothing for this reader: an empty page would only make it call again.
    while (changes.isEmpty && part.hasMore) {
      part = await this.read(caller, request, types, part.next);
      changes = await this.write(caller, part.entries, part.place);
    }
    const nextCursor = sealer.seal(binding satisfies CursorBinding, toPlace(part.next));
    return new JsonText(changes.json.utf8(`],"nextCursor":"${nextCursor}","hasMore":${part.hasMore}}`).done());
  }

  private async read(caller: Caller, request: GetChangesRequest, types: readonly ChangeResourceType[], cursor: FeedPlace | undefined) {
    const view = viewOf(caller);
    const limit = pageSize(request.limit);
    const isSwitched = cursor !== undefined && cursor.view !== view.number;
    const start = isSwitched ? again(cursor, view.number) : cursor;
    const kinds = kindsOf(types, start && start.sweepTo > 0 ? undefined : view);
    const isFromNow = cursor === undefined && request.start === 'CHANGE_START_NOW';

    let { head, entries } = await this.page(this.database.lists, caller, start, kinds, isFromNow ? 0 : limit + 1);
    // A replica that lags behind cannot tell whether changes were lost, so the primary is asked.
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
    const entries = new FeedEntries();
    const [[head] = []] = await reads.readTexts(organizationId, [
      { sql: HEAD, params: [organizationId, from?.anchor?.position ?? 0], prepared: true, plannedOnce: true },
      {
        sql: PAGE,
        params: [organizationId, from?.position ?? 1, from?.kind ?? 0, from?.id ?? NIL_ID, kinds.map(({ number }) => number), limit],
        prepared: true,
        plannedOnce: true,
        sink: entries,
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
      entries: entries.all,
    };
  }

  /**
   * Writes the current state of resources, which is never older than the reported change: they are read after the feed, and from the
   * primary. A resource that is no longer shown is reported as removed, and again at the change that removed it, if that is a later one.
   * Written as bytes, because joining and encoding text would be most of the cost of a page.
   */
  private async write(caller: Caller, entries: readonly Entry[], place: FeedPlace): Promise<{ json: JsonWriter; isEmpty: boolean }> {
    const view = viewOf(caller);
    const reported = entries
      .map((entry) => {
        const kind = KINDS.get(entry.kind) as ChangeKind;
        return { entry, kind, isOfOtherView: kind.view !== undefined && kind.view.number !== view.number };
      })
      .filter(({ entry, isOfOtherView }) => !isOfOtherView || entry.position <= place.sweepTo);
    const found = new Map<ChangeResourceType, ReadonlyMap<string, Buffer>>();
    for (const type of new Set(reported.map(({ kind }) => kind.type))) {
      const listed = reported.filter(({ entry, kind, isOfOtherView }) => kind.type === type && !isOfOtherView && !entry.isRemoved);
      const keys = listed.map(({ entry }) => entry.key);
      if (keys.length > 0) found.set(type, await RESOURCES[type].find(this.database, caller, keys));
    }

    const json = new JsonWriter(reported.length * BYTES_OF_CHANGE + bytesOf(found)).utf8('{"changes":[');
    let separator = '';
    for (const { entry, kind, isOfOtherView } of reported) {
      const { type, view: seenFrom = view } = kind;
      const { key, position, changedAt } = entry;
      const resource = isOfOtherView ? undefined : found.get(type)?.get(key);
      // After a switch, a resource that both views can show is gone if this one does not: it may have been seen before.
      const isGoneWithView = isOfOtherView || (position <= place.sweepTo && !entry.isRemoved);
      if (resource === undefined && !isGoneWithView && isKnown(place, position)) continue;
      const isObservation = type === 'CHANGE_RESOURCE_TYPE_OBSERVATION';
      const id = isObservation ? printOrn({ view: seenFrom.orn, key, owner: caller.organization.domain }) : key;
      const changeType = resource === undefined ? 'CHANGE_TYPE_REMOVED' : 'CHANGE_TYPE_UPSERTED';
      json.utf8(`${separator}{"resourceType":"${type}","id":${JSON.stringify(id)},"changeType":"${changeType}","changedAt":"${changedAt}"`);
      if (resource !== undefined) json.utf8(`,"${RESOURCES[type].member}":`).piece(resource);
      json.utf8('}');
      separator = ',';
    }
    return { json, isEmpty: separator === '' };
  }
}

function bytesOf(found: ReadonlyMap<unknown, ReadonlyMap<string, Buffer>>): number {
  let bytes = 0;
  for (const resources of found.values()) for (const { length } of resources.values()) bytes += length;
  return bytes;
}

function typesOf({ scopes }: Caller, { resourceTypes }: GetChangesRequest): ChangeResourceType[] {
  if (!resourceTypes?.length) return readableTypes(scopes);
  const missing = missingScopes(resourceTypes, scopes);
  if (missing.length > 0) throw scopeMissing({ name: 'GetChanges', scopes: missing }, missing);
  return [...new Set(resourceTypes)].sort();
}

/** Continues after the last entry of a full page, or after the set at which a shorter page ended. Never moves back. */
function nextOf(place: FeedPlace, last: Entry | undefined): FeedPlace {
  if (!last) return place;
  const anchor = { position: last.position, set: last.set };
  if (last.kind !== 0) return { ...place, position: last.position, kind: last.kind, id: last.id, anchor };
  if (last.position < place.position) return last.position === place.position - 1 && last.set !== '' ? { ...place, anchor } : place;
  return { ...place, position: last.position + 1, kind: 0, id: NIL_ID, ...(last.set !== '' && { anchor }) };
}
