import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { JsonText } from '#platform/http/json-text';
import { ObservationNotFound, VrmEntitlementMissing } from '../observation.errors';
import { LIVE_ENTITLEMENT, ownOrn } from '../orn-access';
import { OBSERVATION_COLUMN_COUNT, OBSERVATION_COLUMNS, renderObservation } from '../render-observation';
import { SELF_VIEW, VRM_VIEW } from '../view';
import type { GetObservationRequest, GetObservationResponse } from './get-observation.dto';

export class GetObservation extends Query<JsonText<GetObservationResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationRequest,
  ) {
    super();
  }
}

/** The entitlement and the observation in one look: what is decided on is what is served. */
const FIND = `
  SELECT ${OBSERVATION_COLUMNS}, e.live, nullif(v.contacts, '[]')::text
    FROM (${LIVE_ENTITLEMENT}) e
    LEFT JOIN observation o ON o.organization_id = $1 AND o.id = $2 AND o.view = $3 AND o.is_listed
    LEFT JOIN vendor v ON v.organization_id = $1 AND v.id = o.vendor_id`;

@QueryHandler(GetObservation)
export class GetObservationHandler implements IQueryHandler<GetObservation> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetObservation): Promise<JsonText<GetObservationResponse>> {
    const orn = ownOrn(caller, request.orn);
    const view = orn.view === 'vrm' ? VRM_VIEW : SELF_VIEW;
    const [row] = await this.database.readText(caller.organizationId, FIND, [caller.organizationId, orn.key, view.number], {
      prepared: true,
      plannedOnce: true,
    });
    if (view === VRM_VIEW && row?.[OBSERVATION_COLUMN_COUNT] !== 't') throw new VrmEntitlementMissing();
    if (!row?.[0]) throw new ObservationNotFound(request.orn);
    const observation = renderObservation(row, view, caller.organization.domain);
    const contacts = row[OBSERVATION_COLUMN_COUNT + 1];
    const contact = contacts ? `,"companyContact":{"domain":${JSON.stringify(row[4])},"contacts":${contacts}}` : '';
    return new JsonText(`{"observation":${observation.slice(0, -1)}${contact}}}`);
  }
}
