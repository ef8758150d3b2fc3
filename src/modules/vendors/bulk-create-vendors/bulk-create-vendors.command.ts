import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { auditParams, auditPart } from '#platform/audit/record-audit';
import { directoryLock } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { arrayLiteral } from '#platform/database/array-literal';
import { Database, type Step } from '#platform/database/database';
import { rowIds } from '#platform/database/row-ids';
import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';
import { readRequest } from '#platform/fields/read-request';
import { companyNameOf } from '../company-catalogue';
import { DATA_REGION, LIFECYCLE, type BulkVendorMutationStatus } from '../vendor.enums';
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

const { ACTIVE } = LIFECYCLE;

/**
 * Inserts the vendors whose domain is new and returns the existing ones with their ids. Under the directory lock there is no
 * concurrent insert, so an anti-join is enough; ON CONFLICT would check each row again with a speculative insertion.
 */
const INSERT = `
  WITH standing AS MATERIALIZED (
    SELECT id, domain_name FROM vendor WHERE organization_id = $1 AND domain_name = ANY ($3::text[])
  ), made AS (
    INSERT INTO vendor (organization_id, id, domain_name, company_name, data_region, lifecycle_status, created_at, updated_at)
    SELECT $1, n.id, n.domain, n.name, n.region, ${ACTIVE}, $6, $6
      FROM unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[]) AS n(id, domain, name, region)
     WHERE n.domain NOT IN (SELECT domain_name FROM standing)
    RETURNING id, domain_name AS name
  ), audited AS (${auditPart('made', 'vendor', 6)})
  SELECT domain_name, id FROM standing`;

@CommandHandler(BulkCreateVendors)
export class BulkCreateVendorsHandler implements ICommandHandler<BulkCreateVendors> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: BulkCreateVendors): Promise<BulkCreateVendorsResponse> {
    const ids = rowIds(request.vendors.length);
    const entries = request.vendors.map((raw, index) => readEntry(raw, ids[index] as string));
    const fresh = new Map<string, NewVendor>();
    for (const entry of entries) if ('domain' in entry && !fresh.has(entry.domain)) fresh.set(entry.domain, entry);
    const [, rows = []] = await this.database.write(caller.organizationId, [
      directoryLock(caller.organizationId),
      insertion(caller, [...fresh.values()]),
    ]);
    const standing = new Map(rows as [domain: string, id: string][]);

    const results = entries.map((entry, index): BulkCreateVendorResult => {
      if ('problem' in entry)
        return { index, domainName: entry.given, status: 'BULK_VENDOR_MUTATION_STATUS_ERROR', errorMessage: entry.problem };
      // Of several entries with the same domain, only the first can have created the vendor.
      const vendorId = standing.get(entry.domain) ?? fresh.get(entry.domain)?.id;
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

function insertion(caller: Caller, vendors: readonly NewVendor[]): Step {
  const columns = [
    vendors.map(({ id }) => id),
    vendors.map(({ domain }) => domain),
    vendors.map(({ name }) => name),
    vendors.map(({ region }) => region),
  ];
  const params = [caller.organizationId, ...columns.map(arrayLiteral), new Date(), ...auditParams(caller)];
  return { sql: INSERT, params, prepared: true, plannedOnce: true };
}
