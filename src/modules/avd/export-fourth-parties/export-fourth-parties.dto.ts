import { ExportRequest, FieldNames } from '#platform/export/export.dto';
import { Nested } from '#platform/http/fields';
import { FourthPartyFilters, FourthPartyRelationship } from '../fourth-party.dto';

/** Together they identify a relationship. */
export const RELATIONSHIP_IDS = ['vendor', 'fourthParty'] as const;

export class ExportFourthPartiesRequest extends ExportRequest {
  @Nested(() => FourthPartyFilters, { optional: true })
  filters?: FourthPartyFilters;

  @FieldNames(FourthPartyRelationship, RELATIONSHIP_IDS)
  fields?: string[];
}
