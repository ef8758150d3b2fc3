import { Bool, Member, NestedList, Text } from '#platform/http/fields';
import { CONTACT_ROLE } from '#modules/vendors/vendor.enums';

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
