import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DnsImport } from '#modules/avd/dns-import';
import { Enrichment } from '#modules/ingestion/enrichment/enrichment';
import { ObservationImport } from '#modules/ingestion/observation-import';
import { FlagObservations } from '#modules/observations/flag-observations/flag-observations.command';
import { ACTOR_TYPE, type ApprovalStatus } from '#modules/observations/observation.enums';
import { UpdateObservationStatus } from '#modules/observations/update-observation-status/update-observation-status.command';
import { CreateQuestionnaire } from '#modules/questionnaires/create-questionnaire/create-questionnaire.command';
import { EventImport } from '#modules/security-events/importing/event-import';
import { AddVendorToGroup } from '#modules/vendor-groups/add-vendor-to-group/add-vendor-to-group.command';
import { CreateVendorGroup } from '#modules/vendor-groups/create-vendor-group/create-vendor-group.command';
import { BulkCreateVendors } from '#modules/vendors/bulk-create-vendors/bulk-create-vendors.command';
import { UpdateVendor } from '#modules/vendors/update-vendor/update-vendor.command';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL } from '#modules/vendors/vendor.enums';
import type { Caller } from '#platform/auth/caller';
import type { Organization } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { adminCaller } from '../admin-caller';
import { demoScans } from './demo-dns';
import { demoEvents } from './demo-events';
import { DEMO_CVES, demoFindings } from './demo-findings';
import { DEMO_VENDORS, type DemoVendor } from './demo-vendors';
import { Random } from './random';

const OBSERVATIONS = 5000;
const OWN_OBSERVATIONS = 150;
const HISTORY_DAYS = 120;

export interface DemoCounts {
  vendors: number;
  vendorGroups: number;
  observations: number;
  /** Relationships between vendors and their fourth parties. */
  fourthParties: number;
  questionnaires: number;
  securityEvents: number;
}

/** Fills the demo organizations, through the same operations and imports that customers use. */
@Injectable()
export class DemoData {
  private readonly random = new Random(20_261_115);
  /** Midnight, so that a day's runs agree. */
  private readonly now = Math.floor(Date.now() / 86_400_000) * 86_400_000;

  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    private readonly dns: DnsImport,
    private readonly enrichment: Enrichment,
    private readonly events: EventImport,
    private readonly observations: ObservationImport,
  ) {}

  async fill(withVendors: Organization, ownOnly: Organization): Promise<DemoCounts> {
    const caller = adminCaller(withVendors);
    const ids = await this.vendors(caller);
    const vendorGroups = await this.groups(caller, ids);
    const monitored = DEMO_VENDORS.filter((vendor) => isMonitored(vendor));
    const observations = await this.import(withVendors, demoFindings(monitored, OBSERVATIONS, this.random, this.now));
    const own = await this.import(ownOnly, demoFindings([{ domain: ownOnly.domain, state: 3 }], OWN_OBSERVATIONS, this.random, this.now));
    await this.catalogues();
    await this.triage(caller);
    const fourthParties = await this.fourthParties(withVendors.id);
    const questionnaires = await this.questionnaires(caller, ids);
    const { created: securityEvents } = await this.events.run(inPieces(demoEvents(this.now)), { format: 'jsonl' });
    await this.scoreHistory(withVendors.id);
    await this.scoreHistory(ownOnly.id);
    return { vendors: ids.size, vendorGroups, observations: observations + own, fourthParties, questionnaires, securityEvents };
  }

  private async vendors(caller: Caller): Promise<Map<string, string>> {
    const created = await this.commands.execute(
      new BulkCreateVendors(caller, { vendors: DEMO_VENDORS.map(({ domain, name }) => ({ domainName: domain, companyName: name })) }),
    );
    const ids = new Map(created.results.map((result) => [result.domainName, result.vendorId as string]));
    for (const [index, vendor] of DEMO_VENDORS.entries()) {
      await this.commands.execute(
        new UpdateVendor(caller, {
          id: ids.get(vendor.domain) as string,
          vendorId: `NW-${1001 + index}`,
          isMonitored: isMonitored(vendor),
          riskLevel: RISK_LEVEL.members[Math.min(3, Math.floor(vendor.state / 1.3))],
          businessImpact: this.random.pick(BUSINESS_IMPACT.members.slice(1)),
          dataTypesShared: [this.random.pick(DATA_TYPE_SHARED.members.slice(2, 12))],
          accessTypes: [this.random.pick(ACCESS_TYPE.members.slice(1))],
          dataRegion: this.random.pick(DATA_REGION.members.slice(0, 6)),
          contractValue: String((5 + this.random.below(400)) * 100_000),
          contractEndDate: new Date(this.now + (30 + this.random.below(900)) * 86_400_000).toISOString(),
          contacts: [
            { name: `Security team of ${vendor.name}`, email: `security@${vendor.domain}`, role: 'CONTACT_ROLE_SECURITY', isPrimary: true },
          ],
        }),
      );
    }
    return ids;
  }

  private async groups(caller: Caller, ids: ReadonlyMap<string, string>): Promise<number> {
    const sectors = [...new Set(DEMO_VENDORS.map((vendor) => vendor.sector))];
    for (const sector of sectors) {
      const { vendorGroup } = await this.commands.execute(new CreateVendorGroup(caller, { name: sector }));
      const vendorIds = DEMO_VENDORS.filter((vendor) => vendor.sector === sector).map((vendor) => ids.get(vendor.domain) as string);
      await this.commands.execute(new AddVendorToGroup(caller, { groupId: vendorGroup.id, vendorIds }));
    }
    return sectors.length;
  }

  private async import(organization: Organization, findings: readonly object[]): Promise<number> {
    const { created } = await this.observations.run(inPieces(findings.map((finding) => JSON.stringify(finding))), {
      organizationId: organization.id,
      vrm: organization.vrm,
      format: 'jsonl',
      actor: { type: ACTOR_TYPE.toNumber('ACTOR_TYPE_SYSTEM'), name: 'Demo data' },
    });
    return created;
  }

  /** What the public catalogues say about the demo's CVEs, in the form of their own files. */
  private async catalogues(): Promise<void> {
    const exploited = DEMO_CVES.filter(([, , , known]) => known).map(([cveID, , , , ransomware]) => ({
      cveID,
      dateAdded: '2022-05-01',
      dueDate: '2022-05-21',
      knownRansomwareCampaignUse: ransomware ? 'Known' : 'Unknown',
    }));
    const epss = DEMO_CVES.map(([cve, , score]) => `${cve},${(score / 11).toFixed(5)},${(0.5 + score / 21).toFixed(5)}`);
    await this.enrichment.kev(inPieces([JSON.stringify({ vulnerabilities: exploited })]));
    await this.enrichment.epss(inPieces(['cve,epss,percentile', ...epss]));
  }

  /** A year of work on the findings: some flagged, some triaged, many resolved, a few accepted, a few back again. */
  private async triage(caller: Caller): Promise<void> {
    const before = (days: number) => ({
      rule: rule('FIRST_SEEN', 'LESS_THAN', { dateValue: new Date(this.now - days * 86_400_000).toISOString() }),
    });
    const type = (name: string) => ({ rule: rule('OBSERVATION_TYPE', 'EQUALS', { stringValue: name }) });
    const move = (filters: object[], status: string, comment: string) =>
      this.commands.execute(
        new UpdateObservationStatus(caller, { filters, approvalStatus: `APPROVAL_STATUS_${status}` as ApprovalStatus, comment }),
      );
    await move([type('browser_outdated')], 'EXCLUDED', 'Accepted: visitors of the public web site, not employees');
    await move([before(200)], 'RESOLVED', 'Confirmed as fixed by the vendor');
    await move([type('tls_certificate_expired')], 'TRIAGED_EXTERNAL', 'Sent to the vendor');
    await move([type('admin_panel_exposed')], 'TRIAGED_INTERNAL', 'Being looked at');
    await move([type('dangling_cname'), before(200)], 'BACKLOG', 'The record is there again');
    const exploited = rule('KNOWN_EXPLOITED', 'EQUALS', { boolValue: true });
    const critical = rule('SEVERITY', 'EQUALS', { stringValue: 'OBSERVATION_SEVERITY_CRITICAL' });
    await this.commands.execute(new FlagObservations(caller, { filters: [{ rule: exploited }, { rule: critical }] }));
  }

  /** Two detections, so that some relationships are new and some are gone. */
  private async fourthParties(organizationId: string): Promise<number> {
    let relationships = 0;
    for (const records of demoScans(DEMO_VENDORS, this.random, [this.now - 75 * 86_400_000, this.now - 86_400_000])) {
      relationships = (await this.dns.run(inPieces(records), { organizationId })).relationships;
    }
    return relationships;
  }

  private async questionnaires(caller: Caller, ids: ReadonlyMap<string, string>): Promise<number> {
    const wanted = [
      ['security-baseline', 'cobaltpayments.com'],
      ['security-baseline', 'payrollharbor.com'],
      ['privacy-and-data-protection', 'medreviewpartners.com'],
      ['cloud-and-hosting', 'helioscloud.io'],
      ['cloud-and-hosting', 'stratumhost.com'],
    ] as const;
    for (const [templateId, domain] of wanted) {
      const dueAt = new Date(this.now + 30 * 86_400_000).toISOString();
      await this.commands.execute(new CreateQuestionnaire(caller, { templateId, vendorId: ids.get(domain) as string, dueAt }));
    }
    return wanted.length;
  }

  /** Scores of the days before, near to what they are now, so that changes over time can be seen. */
  private async scoreHistory(organizationId: string): Promise<void> {
    await this.database.transaction(organizationId, (tx) =>
      tx.query(
        `INSERT INTO party_score_day (organization_id, view, party_domain, day, overall_score)
         SELECT s.organization_id, s.view, s.party_domain, (now() AT TIME ZONE 'UTC')::date - d,
                greatest(0, least(100, s.overall_score + ((hashtext(s.party_domain) % 9) * d) / ${HISTORY_DAYS}))
           FROM party_score s CROSS JOIN generate_series(1, ${HISTORY_DAYS}) d
          WHERE s.organization_id = $1 AND s.overall_score IS NOT NULL
         ON CONFLICT DO NOTHING`,
        [organizationId],
      ),
    );
  }
}

/** Vendors without any risk worth the slot are in the directory, but not monitored. */
function isMonitored(vendor: DemoVendor): boolean {
  return vendor.state > 1 || vendor.sector === 'Security and identity';
}

function rule(field: string, comparison: string, value: object) {
  return { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value };
}

async function* inPieces(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield await Promise.resolve(Buffer.from(`${line}\n`));
}
