import { Bool, Member, NestedList, Text } from '#platform/fields/fields';
import { CONTACT_ROLE, type ContactRole } from './vendor.enums';

export const MAX_CONTACTS = 50;

/** A contact person at a vendor, for findings and events. */
export class Contact {
  @Text({ max: 255, min: 1, trim: true, line: true, optional: true, example: 'Ada Mbeki' })
  name?: string;

  @Text({ max: 254, trim: true, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, format: 'email', example: 'security@acme-cloud.com' })
  email!: string;

  @Member(CONTACT_ROLE, { optional: true, example: 'CONTACT_ROLE_SECURITY' })
  role?: ContactRole;

  @Text({ max: 64, min: 1, trim: true, optional: true, example: '+49 30 5550123' })
  phone?: string;

  @Bool({ optional: true, example: true, description: 'Of at most one contact. Default: false. Always present in answers.' })
  isPrimary?: boolean;
}

/** The contacts of a company for remediation. */
export class CompanyContact {
  @Text({ max: 253, example: 'acme-cloud.com' })
  domain!: string;

  @NestedList(() => Contact, { maxItems: MAX_CONTACTS })
  contacts!: Contact[];
}
