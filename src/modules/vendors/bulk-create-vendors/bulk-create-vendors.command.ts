import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { arrayLiteral } from '#platform/database/array-literal';
import { Database, type Statements } from '#platform/database/database';
import { rowIds } from '#platform/database/row-ids';
import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';
import { readRequest } from '#platform/http/read-request';
import { companyNameOf } from '../company-catalogue';
import { lockDirectory } from '../directory-lock';
import { DATA_REGION, VENDOR_LIFECYCLE_STATUS, type BulkVendorMutationStatus } from '../vendor.enums';
import {
  BulkCreateVendorEntry,
  type BulkCreateVendorResult,
  type BulkCreateVendorsRequest,
  type BulkCreateVendorsResponse,
} from './bulk-create-vendors.dto';

export class BulkCreateVendors extends Command<BulkCreateVendorsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkCreateVendorsRequest,
  ) {
    super();
  }
}

interface NewVendor {
  id: string;
  domain: string;
  name: string;
  region: number | null;
}

interface Found {
  id: string;
  domain: string;
}

const ACTIVE = VENDOR_LIFECYCLE_STATUS.toNumber('VENDOR_LIFECYCLE_STATUS_ACTIVE');

const INSERT = `
  INSERT INTO vendor (organization_id, id, domain_name, company_name, data_region, lifecycle_status, created_at, updated_at)
  SELECT $1, n.id, n.domain, n.name, n.region, ${ACTIVE}, $6, $6
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[]) AS n(id, domain, name, region)
  ON CONFLICT (organization_id, domain_name) DO NOTHING
  RETURNING id, domain_name AS domain`;

const FIND = `SELECT id, domain_name AS domain FROM vendor WHERE organization_id = $1 AND domain_name = ANY($2::text[])`;

@CommandHandler(BulkCreateVendors)
export class BulkCreateVendorsHandler implements ICommandHandler<BulkCreateVendors> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: BulkCreateVendors): Promise<BulkCreateVendorsResponse> {
    const ids = rowIds(request.vendors.length);
    const entries = request.vendors.map((raw, index) => readEntry(raw, ids[index] as string));
    const fresh = new Map<string, NewVendor>();
    for (const entry of entries) if ('domain' in entry && !fresh.has(entry.domain)) fresh.set(entry.domain, entry);
    const found = await this.database.transaction(caller.organizationId, (tx) => insert(tx, caller.organizationId, [...fresh.values()]));

    const results = entries.map((entry, index): BulkCreateVendorResult => {
      if ('problem' in entry)
        return { index, domainName: entry.given, status: 'BULK_VENDOR_MUTATION_STATUS_ERROR', errorMessage: entry.problem };
      const vendorId = found.get(entry.domain);
      // Of the entries with one domain, only the first can have made the vendor.
      const status = vendorId === entry.id ? 'BULK_VENDOR_MUTATION_STATUS_SUCCESS' : 'BULK_VENDOR_MUTATION_STATUS_ALREADY_EXISTS';
      return { index, domainName: entry.domain, status, vendorId };
    });
    const count = (status: BulkVendorMutationStatus) => results.filter((result) => result.status === status).length;
    return {
      results,
      summary: {
        total: results.length,
        succeeded: count('BULK_VENDOR_MUTATION_STATUS_SUCCESS'),
        alreadyExists: count('BULK_VENDOR_MUTATION_STATUS_ALREADY_EXISTS'),
        failed: count('BULK_VENDOR_MUTATION_STATUS_ERROR'),
      },
    };
  }
}

function readEntry(raw: unknown, id: string): NewVendor | { given: string; problem: string } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { given: '', problem: 'A vendor must be an object.' };
  const { domainName } = raw as { domainName?: unknown };
  const given = typeof domainName === 'string' ? domainName.slice(0, 253) : '';
  try {
    const entry = readRequest(BulkCreateVendorEntry, raw);
    const read = normalizeDomain(entry.domainName);
    if ('problem' in read) return { given, problem: `domainName: ${read.problem}` };
    const region = entry.dataRegion ? DATA_REGION.toNumber(entry.dataRegion) : null;
    return { id, domain: read.domain, name: entry.companyName ?? companyNameOf(read.domain), region };
  } catch (error) {
    if (error instanceof InvalidArgument) return { given, problem: error.message };
    throw error;
  }
}

/** The ids of these vendors' domains, whoever made the entries. The lock keeps them from being deleted in between. */
async function insert(tx: Statements, organizationId: string, vendors: NewVendor[]): Promise<Map<string, string>> {
  const domains = vendors.map(({ domain }) => domain);
  const columns = [vendors.map(({ id }) => id), domains, vendors.map(({ name }) => name), vendors.map(({ region }) => region)].map(
    arrayLiteral,
  );
  // Sent behind the lock without waiting for it.
  const [, made] = await Promise.all([
    lockDirectory(tx, organizationId),
    tx.query(INSERT, [organizationId, ...columns, new Date()]) as Promise<Found[]>,
  ]);
  const ids = new Map(made.map(({ id, domain }) => [domain, id]));
  const standing = domains.filter((domain) => !ids.has(domain));
  const found = standing.length > 0 ? ((await tx.query(FIND, [organizationId, standing])) as Found[]) : [];
  for (const { id, domain } of found) ids.set(domain, id);
  return ids;
}
