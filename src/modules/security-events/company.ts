import type { Caller } from '#platform/identity/caller';
import type { Database } from '#platform/database/database';
import type { Contact } from '#modules/vendors/contact.dto';
import { VendorsNotInDirectory } from './security-event.errors';
import type { View } from '#shared/view';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';

/** A company that an event may affect: a vendor, or the caller's own organization under one of its domains. */
export interface Company {
  id?: string;
  domainName: string;
  companyName: string;
  contacts: Contact[];
}

const FIND = `
  SELECT id, domain_name AS "domainName", company_name AS "companyName", contacts
    FROM vendor WHERE organization_id = $1 AND domain_name = $2 AND lifecycle_status <> ${LIFECYCLE.OFFBOARDED}`;

/** The company behind a domain. A vendor that is offboarded or not in the directory is not found. */
export async function readCompany(database: Database, caller: Caller, domain: string, view: View): Promise<Company> {
  if (view.orn === 'self') return { domainName: domain, companyName: caller.organization.name, contacts: [] };
  const [vendor] = await database.read<Company>(caller.organizationId, FIND, [caller.organizationId, domain], {
    prepared: true,
    plannedOnce: true,
  });
  if (!vendor) throw new VendorsNotInDirectory([domain]);
  return vendor;
}
