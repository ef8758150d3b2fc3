import { Bool, Member, Nested, NestedList, Text } from '#platform/http/fields';
import { CONTACT_ROLE } from '#modules/vendors/vendor.enums';
import { Observation, ORN_EXAMPLE } from '../observation.dto';

export class GetObservationRequest {
  @Text({ max: 1024, example: ORN_EXAMPLE, description: 'Percent-encoded where needed.' })
  orn!: string;
}

export class ObservationContact {
  @Text({ max: 255, optional: true }) name?: string;
  @Text({ max: 320 }) email!: string;
  @Member(CONTACT_ROLE, { optional: true }) role?: string;
  @Text({ max: 64, optional: true }) phone?: string;
  @Bool() isPrimary!: boolean;
}

/** Whom to write to about remediation. */
export class CompanyContact {
  @Text({ max: 253 }) domain!: string;
  @NestedList(() => ObservationContact, { maxItems: 50 }) contacts!: ObservationContact[];
}

export class ObservationDetail extends Observation {
  @Nested(() => CompanyContact, { optional: true, description: 'When contacts of the vendor are known.' })
  companyContact?: CompanyContact;
}

export class GetObservationResponse {
  @Nested(() => ObservationDetail)
  observation!: ObservationDetail;
}
