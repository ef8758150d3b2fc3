import { DateTime, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { ExternalReference, MAX_REFERENCES } from '#shared/external-reference.dto';
import { ACTOR_TYPE } from '#shared/observation.enums';
import { VENDOR_ACTION_TYPE } from './vendor.enums';

export class VendorActor {
  @Member(ACTOR_TYPE) type!: string;
  @Text({ max: 255, optional: true }) id?: string;
  @Text({ max: 255 }) displayName!: string;
}

/** An entry in the history of a vendor. */
export class VendorAction {
  @Text({ max: 64 }) id!: string;
  @Member(VENDOR_ACTION_TYPE) actionType!: string;
  @DateTime() occurredAt!: string;
  @Nested(() => VendorActor) actor!: VendorActor;
  @Text({ max: 4000, optional: true }) comment?: string;
  @NestedList(() => ExternalReference, { maxItems: MAX_REFERENCES, optional: true, description: 'References that were set.' })
  externalReferences?: ExternalReference[];
  @NestedList(() => ExternalReference, { maxItems: MAX_REFERENCES, optional: true, description: 'References that were removed.' })
  removedExternalReferences?: ExternalReference[];
}
