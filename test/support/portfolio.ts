import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { DnsImport, type DnsImportResult } from '#modules/avd/dns-import';
import { Database } from '#platform/database/database';
import type { TestOrganization } from './organization';
import type { TestApp } from './test-app';

export interface NewVendor {
  domain: string;
  name?: string;
  riskLevel?: number;
  businessImpact?: number;
}

/** Vendors with their fourth parties, imported as an operator would. */
export class Portfolio {
  constructor(
    private readonly service: TestApp,
    private readonly org: TestOrganization,
  ) {}

  /** Ids by domain. */
  async add(...vendors: NewVendor[]): Promise<Record<string, string>> {
    const ids = vendors.map(() => uuidv7());
    await this.sql(
      `INSERT INTO vendor (organization_id, id, domain_name, company_name, lifecycle_status, risk_level, business_impact, created_at, updated_at)
       SELECT $1, v.id, v.domain, v.name, 2, v.risk, v.impact, now(), now()
         FROM unnest($2::uuid[], $3::text[], $4::text[], $5::smallint[], $6::smallint[]) AS v (id, domain, name, risk, impact)`,
      [
        ids,
        vendors.map(({ domain }) => domain),
        vendors.map(({ domain, name }) => name ?? domain),
        vendors.map(({ riskLevel }) => riskLevel ?? null),
        vendors.map(({ businessImpact }) => businessImpact ?? null),
      ],
    );
    return Object.fromEntries(vendors.map(({ domain }, index) => [domain, ids[index] as string]));
  }

  detect(lines: readonly (string | object)[], options: { now?: Date; catalogueFolder?: string } = {}): Promise<DnsImportResult> {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    return this.service.app.get(DnsImport).run(Readable.from([text]), { organizationId: this.org.organization.id, ...options });
  }

  /** Runs one statement on the organization's own rows; its id is $1. */
  sql(text: string, params: unknown[] = []): Promise<unknown> {
    const { id } = this.org.organization;
    return this.service.app.get(Database).transaction(id, (tx) => tx.query(text, [id, ...params]));
  }
}
