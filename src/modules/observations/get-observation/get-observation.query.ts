import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { JsonText } from '#platform/http/json-text';
import { ObservationNotFound } from '../observation.errors';
import { observationIdOf } from '#shared/orn';
import { LIVE_ENTITLEMENT, ownOrn } from '../orn-access';
import { FLAG_AND_STATE, OBSERVATION_COLUMNS } from '../render-observation';
import { SELF_VIEW, VRM_VIEW } from '#shared/view';
import { VrmEntitlementMissing } from '#shared/view.errors';
import type { GetObservationRequest, GetObservationResponse } from './get-observation.dto';
import { OneObservation } from './one-observation';

export class GetObservation extends Query<JsonText<GetObservationResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationRequest,
  ) {
    super();
  }
}

/** Reads entitlement and observation in one statement, and so in one snapshot. OneObservation reads the row. */
const FIND = `
  SELECT ${OBSERVATION_COLUMNS}, e.live, nullif(v.contacts, '[]')::text
    FROM (${LIVE_ENTITLEMENT}) e
    LEFT JOIN observation o ON o.organization_id = $1 AND o.id = $2 AND o.view = $3 AND o.is_listed
    ${FLAG_AND_STATE}
    LEFT JOIN vendor v ON v.organization_id = $1 AND v.id = o.vendor_id`;

@QueryHandler(GetObservation)
export class GetObservationHandler implements IQueryHandler<GetObservation> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetObservation): Promise<JsonText<GetObservationResponse>> {
    const orn = ownOrn(caller, request.orn);
    const view = orn.view === 'vrm' ? VRM_VIEW : SELF_VIEW;
    const found = new OneObservation(view, caller.organization.domain);
    const params = [caller.organizationId, observationIdOf(orn), view.number];
    await this.database.readTexts(caller.organizationId, [{ sql: FIND, params, prepared: true, plannedOnce: true, sink: found }]);
    if (view === VRM_VIEW && !found.isEntitled) throw new VrmEntitlementMissing();
    if (!found.json) throw new ObservationNotFound(request.orn);
    return new JsonText(found.json);
  }
}
