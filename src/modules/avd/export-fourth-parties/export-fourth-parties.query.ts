import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { SqlParams } from '#platform/database/sql-params';
import { Exports } from '#platform/export/exports';
import { typedRows } from '#platform/export/row-writers';
import type { StreamedBody } from '#platform/http/streamed-body';
import { readFourthPartyFilters, relationshipConditions } from '../fourth-party-filters';
import { FourthPartyRelationship, RELATIONSHIP_IDS } from '../fourth-party.dto';
import { RELATIONSHIP_COLUMNS, toRelationship } from '../relationship-row';
import type { ExportFourthPartiesRequest } from './export-fourth-parties.dto';

export class ExportFourthParties extends Query<StreamedBody<FourthPartyRelationship>> {
  constructor(
    readonly caller: Caller,
    readonly request: ExportFourthPartiesRequest,
  ) {
    super();
  }
}

@QueryHandler(ExportFourthParties)
export class ExportFourthPartiesHandler implements IQueryHandler<ExportFourthParties> {
  constructor(private readonly exports: Exports) {}

  execute({ caller, request }: ExportFourthParties): Promise<StreamedBody<FourthPartyRelationship>> {
    const params = new SqlParams<unknown>([caller.organizationId]);
    const conditions = relationshipConditions(readFourthPartyFilters(request.filters), params, 'both');
    const source = {
      name: 'fourth-parties',
      resource: FourthPartyRelationship,
      ids: RELATIONSHIP_IDS,
      sql: `
        SELECT ${RELATIONSHIP_COLUMNS}
          FROM fourth_party_relationship r JOIN vendor v ON v.organization_id = $1 AND v.id = r.vendor_id
         WHERE ${['r.organization_id = $1', 'r.is_listed', ...conditions].join(' AND ')}`,
      params: params.values,
      writeRow: typedRows(toRelationship),
    };
    return Promise.resolve(this.exports.start(caller, source, request));
  }
}
