import type { ContactRole } from './vendor.enums';

/** Somebody at a vendor, as it is kept. */
export interface KeptContact {
  name?: string;
  email: string;
  role?: ContactRole;
  phone?: string;
  isPrimary?: boolean;
}

/** A contact with its members in one order, however it was sent or kept. */
export function toContact({ name, email, role, phone, isPrimary }: KeptContact): KeptContact {
  return { name, email, role, phone, isPrimary: isPrimary ?? false };
}
