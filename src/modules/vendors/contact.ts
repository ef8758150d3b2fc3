import type { ContactRole } from './vendor.enums';

/** A contact of a vendor, as stored. */
export interface KeptContact {
  name?: string;
  email: string;
  role?: ContactRole;
  phone?: string;
  isPrimary?: boolean;
}

/** A contact with its members in a fixed order. */
export function toContact({ name, email, role, phone, isPrimary }: KeptContact): KeptContact {
  return { name, email, role, phone, isPrimary: isPrimary ?? false };
}
