import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { Cursors } from '#platform/paging/cursors';
import { ACTOR_TYPE } from '#shared/observation.enums';
import type { VendorAction } from '../vendor-action.dto';
import { VENDOR_ACTION_TYPE } from '../vendor.enums';
import { VendorNotFound } from '../vendor.errors';
import type { GetVendorActionsRequest, GetVendorActionsResponse } from './get-vendor-actions.dto';

export class GetVendorActions extends Query<GetVendorActionsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorActionsRequest,
  ) {
    super();
  }
}

interface Row {
  id: string;
  type: number;
  at: Date;
  actorType: number;
  actorId: string | null;
  actorName: string;
  comment: string | null;
  details: Pick<VendorAction, 'externalReferences' | 'removedExternalReferences'> | null;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Ids begin with their time. */
const PAGE = `
  SELECT a.id, a.action_type AS type, a.occurred_at AS at, a.actor_type AS "actorType", a.actor_id AS "actorId", a.actor_name AS "actorName", a.comment, a.details
    FROM vendor_action a WHERE a.organization_id = $1 AND a.vendor_id = $2 AND a.id < $3::uuid
   ORDER BY a.id DESC LIMIT $4 OFFSET $5`;
const COUNT = `
  SELECT (SELECT count(*)::int FROM vendor_action a WHERE a.organization_id = $1 AND a.vendor_id = $2) AS total
    FROM vendor v WHERE v.organization_id = $1 AND v.id = $2`;

@QueryHandler(GetVendorActions)
export class GetVendorActionsHandler implements IQueryHandler<GetVendorActions> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetVendorActions): Promise<GetVendorActionsResponse> {
    const organization = caller.organizationId;
    const { id } = request;
    if (!isUuid(id)) throw new VendorNotFound(id);
    const page = await this.cursors.page([organization, 'GetVendorActions', id.toLowerCase()], request);
    const [before] = page.place ?? [LAST_ID];
    const [rows, [vendor]] = await Promise.all([
      this.database.lists.read<Row>(organization, PAGE, [organization, id, before, page.fetched, page.offset]),
      this.database.lists.read<{ total: number }>(organization, COUNT, [organization, id]),
    ]);
    if (!vendor) throw new VendorNotFound(id);
    const { shown, next } = page.cut(rows, (row) => [row.id]);
    return { actions: shown.map(toAction), totalCount: vendor.total, ...next };
  }
}

function toAction({ id, type, at, actorType, actorId, actorName, comment, details }: Row): VendorAction {
  return {
    id,
    actionType: VENDOR_ACTION_TYPE.toMember(type),
    occurredAt: at.toISOString(),
    actor: { type: ACTOR_TYPE.toMember(actorType), ...(actorId !== null && { id: actorId }), displayName: actorName },
    ...(comment !== null && { comment }),
    ...details,
  };
}
