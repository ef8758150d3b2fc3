import { ExportRequest } from '#platform/export/export.dto';
import { Nested } from '#platform/fields/fields';
import { FieldNames } from '#platform/paging/row-fields';
import { FourthPartyFilters, FourthPartyRelationship, RELATIONSHIP_IDS } from '../fourth-party.dto';

export class ExportFourthPartiesRequest extends ExportRequest {
  @Nested(() => FourthPartyFilters, { optional: true })
  filters?: FourthPartyFilters;

  @FieldNames(FourthPartyRelationship, RELATIONSHIP_IDS)
  fields?: string[];
}
