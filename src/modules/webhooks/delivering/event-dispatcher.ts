import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { rowIds } from '#platform/database/row-ids';
import type { EventType } from '#platform/events/event-types';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { selectObservations } from '#modules/observations/observation-query';
import { readObservationFilters } from '#modules/observations/read-observation-filters';
import { viewOf } from '#shared/view';
import { deliveryKey } from '../checked-webhook';
import { groupsOf } from './event-groups';
import { keysOf, objectsOf, type KeyedObject, type StoredEvent } from './event-objects';
import { messageBody } from './message';
import { organizationCaller } from './organization-caller';
import { packObjects } from './pack-objects';
import { DELIVERIES_QUEUE, EVENTS_QUEUE } from './queues';

/** Organizations that one process dispatches for concurrently. */
const CONCURRENCY = 4;
/** Rows read at once, and resources rendered at once. */
const MAX_ROWS = 100;
const MAX_RESOURCES = 1000;

/** In commit order. Plain changes come first, so that more specific events of the same transaction are still there. */
const NEXT = `
  SELECT e.id, e.set_id AS "setId", e.event_type AS type, e.data, e.kind, e.ids::text[] AS ids, e.keys, coalesce(s.committed_at, now()) AS "committedAt"
    FROM change_event e LEFT JOIN change_set s ON s.organization_id = $1 AND s.id = e.set_id
   WHERE e.organization_id = $1
   ORDER BY s.position, e.event_type NOT LIKE '%.changed', e.id
   LIMIT ${MAX_ROWS}`;
/** Resources with a more specific event in the same transaction. */
const SPECIFIC = `
  SELECT DISTINCT e.set_id || ' ' || u.id AS key
    FROM change_event e CROSS JOIN unnest(e.ids) AS u (id)
   WHERE e.organization_id = $1 AND e.set_id = ANY ($2::bigint[]) AND u.id = ANY ($3::uuid[]) AND e.event_type NOT LIKE '%.changed'`;
const WEBHOOKS = `SELECT id, event_types AS "eventTypes", filters FROM webhook WHERE organization_id = $1 AND is_enabled ORDER BY id`;
const TAKE = `WITH taken AS (DELETE FROM change_event WHERE organization_id = $1 AND id = ANY ($2::bigint[]) RETURNING 1) SELECT count(*)::int AS taken FROM taken`;
const ADD = `
  INSERT INTO webhook_delivery (organization_id, id, webhook_id, event_type, body, next_attempt_at)
  SELECT $1, n.id, w.id, n.event_type, n.body, now()
    FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) WITH ORDINALITY AS n (id, webhook_id, event_type, body, place)
    JOIN webhook w ON w.organization_id = $1 AND w.id = n.webhook_id
   ORDER BY n.place`;

interface Subscriber {
  id: string;
  eventTypes: string[] | null;
  filters: object[] | null;
}

interface NewDelivery {
  webhookId: string;
  type: EventType;
  body: string;
}

/**
 * Turns the events of an organization into deliveries, exactly once: the events are deleted in the transaction that adds the deliveries.
 */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {
    jobs.work(EVENTS_QUEUE, { concurrency: CONCURRENCY, handler: (key, signal) => this.dispatch(key, signal) });
  }

  private async dispatch(organizationId: string, signal: AbortSignal): Promise<void> {
    while (await this.step(organizationId)) signal.throwIfAborted();
  }

  /** Whether there may be more. */
  private async step(organizationId: string): Promise<boolean> {
    const rows = await this.database.read<StoredEvent>(organizationId, NEXT, [organizationId]);
    const events = firstOf(rows);
    if (events.length === 0) return false;
    const deliveries = await this.deliveriesFor(organizationId, events);
    await this.database.transaction(organizationId, async (tx) => {
      const ids = events.map(({ id }) => id);
      const [result] = await tx.query<{ taken: number }[]>(TAKE, [organizationId, ids]);
      if (result?.taken !== ids.length) throw new Error('another process has already dispatched the events');
      if (deliveries.length === 0) return;
      const columns = [rowIds(deliveries.length), deliveries.map(({ webhookId }) => webhookId)];
      await tx.query(ADD, [organizationId, ...columns, deliveries.map(({ type }) => type), deliveries.map(({ body }) => body)]);
      for (const id of [...new Set(columns[1])].sort())
        await this.jobs.send(tx, DELIVERIES_QUEUE, { key: deliveryKey({ organizationId }, id) });
    });
    return true;
  }

  private async deliveriesFor(organizationId: string, events: readonly StoredEvent[]): Promise<NewDelivery[]> {
    const caller = await organizationCaller(this.database, organizationId);
    const webhooks = caller ? await this.database.read<Subscriber>(organizationId, WEBHOOKS, [organizationId]) : [];
    if (!caller || webhooks.length === 0) return [];
    const reported = await this.withoutDuplicates(organizationId, events);
    const deliveries: NewDelivery[] = [];
    for (const ofType of groupsOf(reported)) {
      const { type, committedAt } = ofType.at(-1) as StoredEvent;
      const subscribers = webhooks.filter(({ eventTypes }) => eventTypes === null || eventTypes.includes(type));
      if (subscribers.length === 0) continue;
      const objects = await objectsOf(this.database, caller, type, ofType);
      const timestamp = committedAt.toISOString();
      for (const { id, filters } of subscribers) {
        const wanted = await this.matching(caller, type, objects, filters);
        for (const data of packObjects(wanted))
          deliveries.push({ webhookId: id, type, body: messageBody(type, timestamp, caller.organization, data) });
      }
    }
    return deliveries;
  }

  /** A resource that was created, resolved or flagged has also changed: only the specific event is sent. */
  private async withoutDuplicates(organizationId: string, events: readonly StoredEvent[]) {
    const changed = events.filter(({ type }) => type.endsWith('.changed'));
    const specific = new Set<string>();
    if (changed.length > 0) {
      const params = [organizationId, changed.map(({ setId }) => setId), changed.flatMap(({ ids }) => ids ?? [])];
      for (const { key } of await this.database.read<{ key: string }>(organizationId, SPECIFIC, params)) specific.add(key);
    }
    return events.map((event) => {
      const keys = keysOf(event);
      return { ...event, reported: event.type.endsWith('.changed') ? keys.filter((key) => !specific.has(`${event.setId} ${key}`)) : keys };
    });
  }

  /** Filters apply to observations that still exist. */
  private async matching(
    caller: Caller,
    type: EventType,
    objects: readonly KeyedObject[],
    filters: object[] | null,
  ): Promise<readonly KeyedObject[]> {
    if (filters === null || objects.length === 0 || !type.startsWith('observation.') || type === 'observation.removed') return objects;
    const { where, params } = selectObservations(caller.organizationId, viewOf(caller), readObservationFilters(caller, filters));
    const sql = `SELECT o.id FROM observation o WHERE ${where} AND o.id = ANY ($${params.length + 1}::uuid[])`;
    const rows = await this.database.read<{ id: string }>(caller.organizationId, sql, [...params, objects.map(({ key }) => key)]);
    const matches = new Set(rows.map(({ id }) => id));
    return objects.filter(({ key }) => matches.has(key));
  }
}

/** Limited to what is rendered at once. */
function firstOf(rows: readonly StoredEvent[]): StoredEvent[] {
  let resources = 0;
  return rows.filter((row, index) => {
    resources += Math.max(1, keysOf(row).length);
    return index === 0 || resources <= MAX_RESOURCES;
  });
}
