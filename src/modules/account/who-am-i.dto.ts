import { OBSERVATION_VIEW, type ObservationView } from '#shared/observation.enums';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { DateTime, Int32, Member, Nested, Text, TextList } from '#platform/fields/fields';

export class WhoAmIRequest {}

export class WhoAmIOrganization {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text({ max: 255, example: 'Northwind Insurance' })
  name!: string;

  @Text({ max: 253, example: 'northwind-insurance.com', description: 'The primary domain: the owner in ORNs.' })
  domain!: string;
}

export class WhoAmIRateLimit {
  @Int32({ example: 600, description: 'Calls allowed per window for the organization. REST and MCP are counted separately.' })
  limit!: number;

  @Int32({ example: 60 })
  windowSeconds!: number;
}

export class WhoAmIResponse {
  @Text({ max: 64, example: 'vrc_demo' })
  clientId!: string;

  @Text({ max: 255, example: 'Demo credential' })
  credentialName!: string;

  @DateTime({ optional: true, description: 'When the credential expires. Absent when it does not.' })
  expiresAt?: string;

  @Nested(() => WhoAmIOrganization)
  organization!: WhoAmIOrganization;

  @TextList({ max: 64, maxItems: 50, description: 'Scopes of this token.' })
  scopes!: string[];

  @Member(OBSERVATION_VIEW, { description: 'VRM while the organization has an active entitlement, otherwise SELF.' })
  view!: ObservationView;

  @Nested(() => WhoAmIRateLimit)
  rateLimit!: WhoAmIRateLimit;
}
