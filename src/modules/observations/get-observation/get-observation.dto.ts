import { Nested, Text } from '#platform/fields/fields';
import { CompanyContact } from '#modules/vendors/contact.dto';
import { Observation, ORN_EXAMPLE } from '../observation.dto';

export class GetObservationRequest {
  @Text({ max: 1024, example: ORN_EXAMPLE, description: 'Percent-encoded where needed.' })
  orn!: string;
}

export class ObservationDetail extends Observation {
  @Nested(() => CompanyContact, { optional: true, description: 'Present when contacts of the vendor are known.' })
  companyContact?: CompanyContact;
}

export class GetObservationResponse {
  @Nested(() => ObservationDetail)
  observation!: ObservationDetail;
}
