import { Injectable } from '@nestjs/common';
import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { byOperator } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { violates } from '#platform/database/pg-errors';
import { readDomain } from '#platform/domains/read-domain';
import { AlreadyExists, InvalidArgument, NotFound } from '#platform/errors/api-error';
import { PlatformState } from '#platform/database/platform-state';
import { readNetworks } from './read-networks';
import { OrganizationDomainEntity, OWNED_DOMAIN_KEY } from './organization-domain.entity';
import { OrganizationEntity, PRIMARY_DOMAIN_KEY } from './organization.entity';

export interface Organization {
  id: string;
  name: string;
  domain: string;
  domains: string[];
  vrm: boolean;
  vrmUntil?: string;
  monitoringSlots: number;
  rateLimitPerMinute?: number;
  allowedNetworks?: string[];
  suspendedAt?: string;
}

interface Row {
  id: string;
  name: string;
  domain: string;
  domains: string[];
  vrm: boolean;
  vrmUntil: Date | null;
  monitoringSlots: number;
  rateLimit: number | null;
  allowedNetworks: string[] | null;
  suspendedAt: Date | null;
}

const SELECT = `
  SELECT o.id, o.name, o.domain, o.vrm_enabled AS vrm, o.vrm_until AS "vrmUntil", o.monitoring_slots AS "monitoringSlots",
         o.rate_limit_per_minute AS "rateLimit", o.allowed_networks AS "allowedNetworks", o.suspended_at AS "suspendedAt",
         ARRAY(SELECT d.domain FROM organization_domain d WHERE d.organization_id = o.id ORDER BY d.domain) AS domains
    FROM organization o`;

/** Every table with rows of organizations, of all modules. Append-only logs expire by retention. */
const OWN_TABLES = `
  SELECT quote_ident(table_name) AS name FROM information_schema.columns
   WHERE table_schema = 'public' AND column_name = 'organization_id'
     AND has_table_privilege(format('%I.%I', table_schema, table_name), 'DELETE')
   ORDER BY table_name`;

/** Deleting an organization may delete millions of rows. */
const DELETE_LIMITS = { statementMs: 600_000, lockMs: 15_000 };

/** Organizations and their entitlements, as the operator manages them. */
@Injectable()
export class Organizations {
  constructor(
    private readonly database: Database,
    private readonly state: PlatformState,
  ) {}

  async create(input: { name: string; domain: string; vrm: boolean; slots: number }): Promise<Organization> {
    const name = input.name.trim();
    if (name === '' || name.length > 255) throw new InvalidArgument('The name must have 1 to 255 characters.');
    const slots = checkedSlots(input.slots);
    const domain = readDomain('domain', input.domain);
    const id = uuidv7();
    await this.claiming(domain, async () => {
      await this.database.transaction(PLATFORM, async (tx) => {
        await tx.insert(OrganizationEntity, { id, name, domain, vrmEnabled: input.vrm, monitoringSlots: slots });
        await tx.insert(OrganizationDomainEntity, { domain, organizationId: id });
        await recordChange(tx, 'org create', id, undefined);
      });
    });
    return this.get(domain);
  }

  async list(): Promise<Organization[]> {
    return (await this.database.read<Row>(PLATFORM, `${SELECT} ORDER BY o.created_at, o.id`)).map(toOrganization);
  }

  /** By its primary domain, or any other of its domains. */
  async get(domain: string): Promise<Organization> {
    const wanted = readDomain('domain', domain);
    const [row] = await this.database.read<Row>(
      PLATFORM,
      `${SELECT} WHERE o.id = (SELECT d.organization_id FROM organization_domain d WHERE d.domain = $1)`,
      [wanted],
    );
    if (!row) throw new NotFound('organization', wanted);
    return toOrganization(row);
  }

  async addDomain(domain: string, further: string): Promise<Organization> {
    const { id } = await this.get(domain);
    const added = readDomain('domain', further);
    await this.claiming(added, () =>
      this.database.transaction(PLATFORM, async (tx) => {
        const before = await lockOrganization(tx, id);
        await tx.insert(OrganizationDomainEntity, { domain: added, organizationId: id });
        await recordChange(tx, 'org add-domain', id, before);
      }),
    );
    await this.state.refresh();
    return this.get(domain);
  }

  async entitle(domain: string, vrm: boolean, until: Date | undefined): Promise<Organization> {
    if (until && !vrm) throw new InvalidArgument('--until needs --vrm on.');
    return this.change('org entitle', domain, { vrmEnabled: vrm, vrmUntil: until ?? null });
  }

  async suspend(domain: string): Promise<Organization> {
    return this.change('org suspend', domain, { suspendedAt: () => 'coalesce(suspended_at, now())' });
  }

  async resume(domain: string): Promise<Organization> {
    return this.change('org resume', domain, { suspendedAt: null });
  }

  /** Pauses or resumes the monitoring of all its vendors. */
  async pauseMonitoring(domain: string, isPaused: boolean): Promise<Organization> {
    return this.change(isPaused ? 'monitor pause' : 'monitor resume', domain, { monitoringPausedAt: isPaused ? new Date() : null });
  }

  /** May be lower than the number in use: then no further vendor can be monitored until enough slots are free. */
  async setSlots(domain: string, slots: number): Promise<Organization> {
    return this.change('org slots', domain, { monitoringSlots: checkedSlots(slots) });
  }

  /** Deletes an organization with everything it owns. Its tokens are refused first, so that no call writes meanwhile. */
  async delete(domain: string): Promise<Organization> {
    const organization = await this.suspend(domain);
    await this.database.transaction(
      organization.id,
      async (tx) => {
        const tables = await tx.query<{ name: string }[]>(OWN_TABLES);
        // Twice, because triggers of a later table may write to one that was emptied before.
        for (const { name } of [...tables, ...tables]) await tx.query(`DELETE FROM ${name} WHERE organization_id = $1`, [organization.id]);
        await tx.delete(OrganizationEntity, { id: organization.id });
        await tx.query(`SELECT set_config('app.organization_id', '', true)`); // its own log is deleted with it; this is the platform's
        const target = { type: 'organization', id: organization.id, displayName: organization.domain };
        await recordAudit(tx, byOperator('org delete'), { targets: [target], changes: changesBetween(organization, undefined) });
      },
      DELETE_LIMITS,
    );
    await this.state.refresh();
    return organization;
  }

  async limit(domain: string, perMinute: number): Promise<Organization> {
    if (!Number.isInteger(perMinute) || perMinute < 1 || perMinute > 1_000_000)
      throw new InvalidArgument('The limit must be a whole number from 1 to 1000000.');
    return this.change('org limit', domain, { rateLimitPerMinute: perMinute });
  }

  /** Networks that calls may come from; undefined means anywhere. */
  async allow(domain: string, networks: readonly string[] | undefined): Promise<Organization> {
    return this.change('org allow', domain, { allowedNetworks: networks ? readNetworks('cidr', networks) : null });
  }

  private async change(operation: string, domain: string, changes: QueryDeepPartialEntity<OrganizationEntity>): Promise<Organization> {
    const { id } = await this.get(domain);
    await this.database.transaction(PLATFORM, async (tx) => {
      const before = await lockOrganization(tx, id);
      await tx.update(OrganizationEntity, { id }, changes);
      await recordChange(tx, operation, id, before);
    });
    await this.state.refresh();
    return this.get(domain);
  }

  private async claiming(domain: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (violates(error, OWNED_DOMAIN_KEY) || violates(error, PRIMARY_DOMAIN_KEY)) {
        throw new AlreadyExists(
          `The domain ${domain} belongs to an organization already.`,
          'DOMAIN_TAKEN',
          { domain },
          { type: 'organization', name: domain },
        );
      }
      throw error;
    }
  }
}

/** Locks its row until the transaction ends. */
async function lockOrganization(tx: EntityManager, id: string): Promise<Organization> {
  const [row] = await tx.query<Row[]>(`${SELECT} WHERE o.id = $1 FOR NO KEY UPDATE OF o`, [id]);
  if (!row) throw new NotFound('organization', id);
  return toOrganization(row);
}

async function recordChange(tx: EntityManager, operation: string, id: string, before: Organization | undefined): Promise<void> {
  const after = await lockOrganization(tx, id);
  const targets = [{ type: 'organization', id, displayName: after.domain }];
  await recordAudit(tx, byOperator(operation, id), { targets, changes: changesBetween(before, after) });
}

function checkedSlots(slots: number): number {
  if (Number.isInteger(slots) && slots >= 0 && slots <= 1_000_000) return slots;
  throw new InvalidArgument('The number of monitoring slots must be a whole number from 0 to 1000000.');
}

function toOrganization(row: Row): Organization {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    domains: row.domains,
    vrm: row.vrm,
    ...(row.vrmUntil && { vrmUntil: row.vrmUntil.toISOString() }),
    monitoringSlots: row.monitoringSlots,
    ...(row.rateLimit !== null && { rateLimitPerMinute: row.rateLimit }),
    ...(row.allowedNetworks && { allowedNetworks: row.allowedNetworks }),
    ...(row.suspendedAt && { suspendedAt: row.suspendedAt.toISOString() }),
  };
}
