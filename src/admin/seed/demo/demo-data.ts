import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DnsImport } from '#modules/avd/dns-import';
import { Enrichment } from '#modules/ingestion/enrichment/enrichment';
import { ImportFindings } from '#modules/ingestion/import-findings.command';
import { FlagObservations } from '#modules/observations/flag-observations/flag-observations.command';
import { ACTOR_TYPE, type ApprovalStatus } from '#shared/observation.enums';
import { UpdateObservationStatus } from '#modules/observations/update-observation-status/update-observation-status.command';
import { AnswerQuestionnaire } from '#modules/questionnaires/answer-questionnaire/answer-questionnaire.command';
import { CreateQuestionnaire } from '#modules/questionnaires/create-questionnaire/create-questionnaire.command';
import { SendQuestionnaire } from '#modules/questionnaires/send-questionnaire/send-questionnaire.command';
import { SubmitQuestionnaire } from '#modules/questionnaires/submit-questionnaire/submit-questionnaire.command';
import { EventImport } from '#modules/security-events/importing/event-import';
import { RecordVendorResponse } from '#modules/security-events/record-vendor-response/record-vendor-response.command';
import { SendVrmRequest } from '#modules/security-events/send-vrm-request/send-vrm-request.command';
import { AddVendorToGroup } from '#modules/vendor-groups/add-vendor-to-group/add-vendor-to-group.command';
import { CreateVendorGroup } from '#modules/vendor-groups/create-vendor-group/create-vendor-group.command';
import { BulkCreateVendors } from '#modules/vendors/bulk-create-vendors/bulk-create-vendors.command';
import { BulkOffboardVendors } from '#modules/vendors/bulk-offboard-vendors/bulk-offboard-vendors.command';
import { UpdateVendor } from '#modules/vendors/update-vendor/update-vendor.command';
import {
  ACCESS_TYPE,
  BUSINESS_IMPACT,
  DATA_REGION,
  DATA_TYPE_SHARED,
  RISK_LEVEL,
  type VendorLifecycleStatus,
} from '#modules/vendors/vendor.enums';
import { byOperator } from '#platform/audit/audit-call';
import type { Caller } from '#platform/identity/caller';
import type { Organization } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { EXAMPLE_ID, RECEIVED_EXAMPLE_ID, REVIEW_EXAMPLE_ID, SUBMIT_EXAMPLE_ID } from '#platform/fields/example-ids';
import { DAY_MS } from '#platform/time/durations';
import { adminCaller } from '../../admin-caller';
import { demoAnswers } from './demo-answers';
import { demoCapec, demoEpss, demoKev } from './demo-catalogues';
import { demoScans } from './demo-dns';
import { demoEvents } from './demo-events';
import { EXAMPLE_GROUP_IDS, EXAMPLE_VENDORS, nameExampleObservation, renameTo } from './demo-examples';
import { demoLives, demoScan } from './demo-findings';
import { DEMO_VENDORS, type DemoVendor } from './demo-vendors';
import { Random } from './random';

const COMMAND = 'seed demo';
/** Most vendors are active; a few are onboarding or under review. */
const LIFECYCLE = [
  ...Array<VendorLifecycleStatus>(9).fill('VENDOR_LIFECYCLE_STATUS_ACTIVE'),
  ...(['VENDOR_LIFECYCLE_STATUS_ONBOARDING', 'VENDOR_LIFECYCLE_STATUS_UNDER_REVIEW'] as const),
];
/** Days ago of the scans of the past year: every seven weeks, recently more often. */
const SCAN_DAYS = [330, 281, 232, 183, 134, 85, 36, 15, 1];

export interface DemoCounts {
  vendors: number;
  vendorGroups: number;
  observations: number;
  /** Relationships between vendors and their fourth parties. */
  fourthParties: number;
  questionnaires: number;
  securityEvents: number;
}

/** Findings recorded so far, and the part of the demo that is loaded. */
export type DemoProgress = (findings: number, share: number) => void;

/** Fills the demo organizations, through the same operations and imports as customers use. */
@Injectable()
export class DemoData {
  private readonly random = new Random(20_261_115);
  /** Midnight, so that runs on the same day give the same data. */
  private readonly now = Math.floor(Date.now() / DAY_MS) * DAY_MS;

  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    private readonly dns: DnsImport,
    private readonly enrichment: Enrichment,
    private readonly events: EventImport,
  ) {}

  async fill(withVendors: Organization, ownOnly: Organization, onProgress: DemoProgress = () => undefined): Promise<DemoCounts> {
    onProgress(0, 0);
    const caller = adminCaller(withVendors, COMMAND);
    const ids = await this.vendors(caller);
    const vendorGroups = await this.groups(caller, ids);
    await this.catalogues();
    const monitored = DEMO_VENDORS.filter((vendor) => isMonitored(vendor));
    let observations = 0;
    let scans = 0;
    const onScan = (created: number) => {
      observations += created;
      scans += 1;
      onProgress(observations, scans / (2 * SCAN_DAYS.length + 1)); // what follows takes about as long as a scan
    };
    await this.scans(withVendors, monitored, onScan);
    await this.scans(ownOnly, [{ domain: ownOnly.domain, state: 4 }], onScan);
    await nameExampleObservation(withVendors.id, this.database);
    await this.triage(caller);
    const fourthParties = await this.fourthParties(withVendors.id);
    const questionnaires = await this.questionnaires(caller, adminCaller(ownOnly, COMMAND), ids);
    const { created: securityEvents } = await this.events.run(inPieces(demoEvents(this.now)), {
      format: 'jsonl',
      visibleTo: [withVendors.id, ownOnly.id],
    });
    await this.conversation(caller, adminCaller(ownOnly, COMMAND));
    return { vendors: ids.size, vendorGroups, observations, fourthParties, questionnaires, securityEvents };
  }

  private async vendors(caller: Caller): Promise<Map<string, string>> {
    const created = await this.commands.execute(
      new BulkCreateVendors(caller, { vendors: DEMO_VENDORS.map(({ domain, name }) => ({ domainName: domain, companyName: name })) }),
    );
    const ids = new Map(created.results.map((result) => [result.domainName, result.vendorId as string]));
    for (const [domain, exampleId] of EXAMPLE_VENDORS) {
      ids.set(domain, await renameTo(exampleId, 'vendor', ids.get(domain) as string, caller.organizationId, this.database));
    }
    for (const [index, vendor] of DEMO_VENDORS.entries()) {
      await this.commands.execute(
        new UpdateVendor(caller, {
          id: ids.get(vendor.domain) as string,
          vendorId: `NW-${1001 + index}`,
          isMonitored: isMonitored(vendor),
          lifecycleStatus: LIFECYCLE[index % LIFECYCLE.length],
          riskLevel: RISK_LEVEL.members[Math.min(3, Math.floor(vendor.state / 1.3))],
          businessImpact: this.random.pick(BUSINESS_IMPACT.members.slice(1)),
          dataTypesShared: [this.random.pick(DATA_TYPE_SHARED.members.slice(2, 12))],
          accessTypes: [this.random.pick(ACCESS_TYPE.members.slice(1))],
          dataRegion: this.random.pick(DATA_REGION.members.slice(0, 6)),
          contractValue: String((5 + this.random.below(400)) * 100_000),
          contractEndDate: new Date(this.now + (30 + this.random.below(900)) * DAY_MS).toISOString(),
          contacts: [
            { name: `Security team of ${vendor.name}`, email: `security@${vendor.domain}`, role: 'CONTACT_ROLE_SECURITY', isPrimary: true },
          ],
        }),
      );
    }
    const ended = ids.get('tillwright.com') as string;
    await this.commands.execute(new BulkOffboardVendors(caller, { ids: [ended], reason: 'The contract ended' }));
    return ids;
  }

  private async groups(caller: Caller, ids: ReadonlyMap<string, string>): Promise<number> {
    const sectors = [...new Set(DEMO_VENDORS.map((vendor) => vendor.sector))];
    for (const [index, sector] of sectors.entries()) {
      const { vendorGroup } = await this.commands.execute(new CreateVendorGroup(caller, { name: sector }));
      const exampleId = EXAMPLE_GROUP_IDS[index] ?? vendorGroup.id;
      const groupId = await renameTo(exampleId, 'vendor_group', vendorGroup.id, caller.organizationId, this.database);
      const vendorIds = DEMO_VENDORS.filter((vendor) => vendor.sector === sector).map((vendor) => ids.get(vendor.domain) as string);
      await this.commands.execute(new AddVendorToGroup(caller, { groupId, vendorIds }));
    }
    return sectors.length;
  }

  /** Enriches the findings from demo versions of the public catalogues. */
  private async catalogues(): Promise<void> {
    await this.enrichment.kev(inPieces(demoKev()));
    await this.enrichment.epss(inPieces(demoEpss()));
    await this.enrichment.capec(inPieces(demoCapec()));
  }

  /** Imports a year of scans in order: findings missing from a scan are resolved, and reopened when a later scan reports them again. */
  private async scans(
    organization: Organization,
    subjects: readonly Pick<DemoVendor, 'domain' | 'state'>[],
    onScan: (created: number) => void,
  ): Promise<void> {
    const lives = demoLives(subjects, this.random, this.now);
    for (const days of SCAN_DAYS) {
      const at = this.now - days * DAY_MS;
      const scan = new ImportFindings(inPieces(demoScan(lives, at)), {
        organizationId: organization.id,
        vrm: organization.vrm,
        format: 'jsonl',
        closeMissing: true,
        actor: { type: ACTOR_TYPE.toNumber('ACTOR_TYPE_SYSTEM'), name: 'Demo data' },
        call: byOperator(COMMAND, organization.id),
        now: new Date(at),
      });
      onScan((await this.commands.execute(scan)).created);
    }
  }

  /** Triages some findings, excludes some and flags the worst. */
  private async triage(caller: Caller): Promise<void> {
    const type = (name: string) => [{ rule: rule('OBSERVATION_TYPE', 'EQUALS', { stringValue: name }) }];
    const move = (filters: object[], status: string, comment: string) =>
      this.commands.execute(
        new UpdateObservationStatus(caller, { filters, approvalStatus: `APPROVAL_STATUS_${status}` as ApprovalStatus, comment }),
      );
    await move(type('browser_outdated'), 'EXCLUDED', 'Accepted: visitors of the public web site, not employees');
    await move(type('tls_certificate_expired'), 'TRIAGED_EXTERNAL', 'Sent to the vendor');
    await move(type('admin_panel_exposed'), 'TRIAGED_INTERNAL', 'Under investigation');
    await this.commands.execute(
      new FlagObservations(caller, { filters: [{ rule: rule('KNOWN_EXPLOITED', 'EQUALS', { boolValue: true }) }] }),
    );
  }

  /** Two detections, so that some relationships are new and some have ended. */
  private async fourthParties(organizationId: string): Promise<number> {
    let relationships = 0;
    for (const records of demoScans(DEMO_VENDORS, this.random, [this.now - 75 * DAY_MS, this.now - DAY_MS])) {
      relationships = (await this.dns.run(inPieces(records), { organizationId })).relationships;
    }
    return relationships;
  }

  /** The insurer asks its vendors; one of them answers here, and asks the insurer in turn. */
  private async questionnaires(insurer: Caller, vendor: Caller, ids: ReadonlyMap<string, string>): Promise<number> {
    const wanted = [
      ['security-baseline', 'cobaltpayments.com', EXAMPLE_ID],
      ['security-baseline', 'payrollharbor.com', undefined],
      ['privacy-and-data-protection', 'medreviewpartners.com', undefined],
      ['cloud-and-hosting', 'helioscloud.io', undefined],
      ['security-baseline', vendor.organization.domain, REVIEW_EXAMPLE_ID],
    ] as const;
    for (const [templateId, domain, exampleId] of wanted) await this.ask(insurer, templateId, ids.get(domain) as string, exampleId);
    await this.exchange(insurer, vendor, REVIEW_EXAMPLE_ID);
    await this.commands.execute(new SubmitQuestionnaire(vendor, { id: REVIEW_EXAMPLE_ID }));

    const { results } = await this.commands.execute(
      new BulkCreateVendors(vendor, { vendors: [{ domainName: insurer.organization.domain, companyName: insurer.organization.name }] }),
    );
    const insurerId = results[0]?.vendorId as string;
    for (const exampleId of [RECEIVED_EXAMPLE_ID, SUBMIT_EXAMPLE_ID]) {
      await this.ask(vendor, 'security-baseline', insurerId, exampleId);
      await this.exchange(vendor, insurer, exampleId);
    }
    return wanted.length;
  }

  private async ask(caller: Caller, templateId: string, vendorId: string, exampleId: string | undefined): Promise<void> {
    const dueAt = new Date(this.now + 30 * DAY_MS).toISOString();
    const { questionnaire } = await this.commands.execute(new CreateQuestionnaire(caller, { templateId, vendorId, dueAt }));
    if (exampleId !== undefined) await renameTo(exampleId, 'questionnaire', questionnaire.id, caller.organizationId, this.database);
  }

  private async exchange(sender: Caller, recipient: Caller, id: string): Promise<void> {
    await this.commands.execute(new SendQuestionnaire(sender, { id }));
    const answers = demoAnswers('security-baseline', recipient.organization.domain);
    await this.commands.execute(new AnswerQuestionnaire(recipient, { id, answers }));
  }

  /** The insurer asks the affected vendors; one of them is an organization of the platform and responds. */
  private async conversation(insurer: Caller, asked: Caller): Promise<void> {
    const ask = (eventId: string, vendorDomains: string[], message: string) =>
      this.commands.execute(
        new SendVrmRequest(insurer, { eventId, vendorDomains, message, dueAt: new Date(this.now + 14 * DAY_MS).toISOString() }),
      );
    await ask('demo-payrollharbor-ransomware', ['payrollharbor.com'], 'Are data of our employees among those taken?');
    await ask('demo-exchange-shells', ['brightaudience.net', asked.organization.domain], 'Which servers were affected, and since when?');
    await this.commands.execute(
      new RecordVendorResponse(asked, {
        eventId: 'demo-exchange-shells',
        responseStatus: 'VENDOR_RESPONSE_STATUS_MITIGATED',
        message: 'One server carried a web shell. It was taken off the network and replaced.',
        expectedResolutionAt: new Date(this.now + 7 * DAY_MS).toISOString(),
        evidenceUrls: [`https://status.${asked.organization.domain}/incidents/7`],
      }),
    );
  }
}

/** Low-risk vendors are in the directory, but not monitored. */
function isMonitored(vendor: DemoVendor): boolean {
  return vendor.state > 1 || vendor.sector === 'Security and identity';
}

function rule(field: string, comparison: string, value: object) {
  return { field: { observationsField: `OBSERVATIONS_FIELD_${field}` }, comparison: `COMPARISON_${comparison}`, value };
}

async function* inPieces(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield await Promise.resolve(Buffer.from(`${line}\n`));
}
