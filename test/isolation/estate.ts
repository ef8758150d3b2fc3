import { randomBytes } from 'node:crypto';
import { Twin } from '../contract/twin';
import { rule } from '../support/filters';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization, type Answer } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { aCve, anEvent, importEvents } from '../support/security-events';
import { answerAll } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';
import { asOwner } from './tenant-tables';

/** An organization with data of every kind that the service stores, and more than one row in every list. */
export interface Estate extends Twin {
  /** Contained in all its names, domains and texts. */
  readonly word: string;
}

export async function buildEstate(service: TestApp): Promise<Estate> {
  const word = `quartz${randomBytes(6).toString('hex')}`;
  const domains = [`${word}.com`, `two-${word}.com`] as const;
  const eventId = `event-${word}`;
  const org = await TestOrganization.create(service);
  const estate = Object.assign(new Twin(service, org, domains[0], eventId), { word });
  await estate.begin();

  const keep = async (answer: Promise<Answer>): Promise<Answer> => {
    const kept = await answer;
    expect({ status: kept.status, body: kept.body as unknown }).toEqual({ status: 200, body: kept.body });
    estate.remember(kept);
    return kept;
  };
  const first = await vendorId(org, domains[0]);
  const second = (
    await keep(
      org.post('vendors/create', {
        domainName: domains[1],
        companyName: `Second ${word}`,
        vendorId: `reference-${word}`,
        isMonitored: true,
        contacts: [{ email: `security@${domains[1]}`, name: `Contact ${word}`, isPrimary: true }],
      }),
    )
  ).body.vendor.id as string;
  const [cve, closed, template] = [aCve(), aCve(), (await org.get('questionnaires/templates')).body.templates[0].id as string];
  await keep(org.post('vendors/groups', { name: `Edge ${word}` }));
  const group = (await keep(org.post('vendors/groups', { name: `Core ${word}`, description: `Of ${word}` }))).body.vendorGroup.id as string;
  await keep(org.post(`vendors/groups/${group}/vendors`, { vendorIds: [first, second] }));
  for (const vendor of [first, second]) await keep(org.post('questionnaires', { templateId: template, vendorId: vendor }));
  await exchangeWithItself(org, keep);

  const finding = (host: string, changes: object = {}) => aFinding(host, { title: `Hole of ${word}`, tags: [word], ...changes });
  await keep(
    importFindings(org, [
      finding(`a.${domains[1]}`, { cveIds: [cve] }),
      finding(`c.${domains[1]}`, { cveIds: [closed] }),
      finding(`b.${domains[1]}`, { severity: 'LOW', category: 'DNS_HEALTH', observationType: 'dns_no_caa' }),
    ]),
  );
  const orns = ((await keep(org.post('observations', {}))).body.observations as { orn: string }[]).map(({ orn }) => orn);
  await keep(org.post('observations/actions/flag', { observationOrns: [orns[0]] }, { 'idempotency-key': `flag-${word}` }));
  await keep(
    org.post('observations/actions/status', {
      observationOrns: [orns[0]],
      approvalStatus: 'APPROVAL_STATUS_TRIAGED_INTERNAL',
      comment: `Seen by ${word}`,
    }),
  );

  await keep(
    org.post('observations/actions/annotate', {
      observationOrns: [orns[0]],
      comment: `Noted by ${word}`,
      externalReferences: [{ system: `Tracker ${word}`, key: `KEY-${word}`, url: `https://tracker.example/${word}` }],
    }),
  );
  await keep(org.post('observations/actions/assign', { observationOrns: [orns[0]], assignee: `jo@${domains[0]}` }));
  await keep(
    org.post(`vendors/${second}/annotate`, {
      comment: `Known to ${word}`,
      externalReferences: [{ system: `Register ${word}`, key: `NR-${word}` }],
    }),
  );
  await keep(org.patch('remediation-policy', { daysBySeverity: { high: 30, medium: 90 } }));

  const victims = [...domains, org.organization.domain];
  await importEvents(service, [
    anEvent({ eventId, title: `Theft at ${word}`, victims }),
    anEvent({ eventId: `later-${word}`, title: `Hole at ${word}`, victims, cveIds: [cve], publishedAt: '2026-04-01T00:00:00.000Z' }),
    anEvent({ eventId: `fixed-${word}`, title: `Holes closed by ${word}`, cveIds: [closed] }),
  ]);
  await keep(org.post('security-events/feed', {}));
  // An impact that changes when its finding is resolved.
  await keep(
    org.post('observations/actions/status', {
      filters: [rule('CVE', 'EQUALS', { stringValue: closed })],
      approvalStatus: 'APPROVAL_STATUS_RESOLVED',
    }),
  );
  await keep(org.post('security-events/actions/vrm-request', { eventId, vendorDomains: [domains[0]], message: `Asked by ${word}` }));
  await keep(
    org.post('security-events/actions/vendor-response', {
      eventId,
      responseStatus: 'VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION',
      message: `Said by ${word}`,
    }),
  );
  await keep(
    org.post('security-events/actions/vendor-response-on-behalf', {
      eventId,
      vendorDomain: domains[0],
      responseStatus: 'VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION',
      message: `Recorded by ${word}`,
    }),
  );
  await new Portfolio(service, org).detect(
    domains.map((host) => ({ host, mx: ['aspmx.l.google.com'], ns: ['art.ns.cloudflare.com'], txt: [`google-site-verification=${word}`] })),
  );
  const hook = { name: `Hook of ${word}`, url: `https://hooks.${domains[0]}/${word}` };
  await keep(org.post('webhooks', hook));
  const webhook = (await keep(org.post('webhooks', hook))).body.webhook.id as string;
  for (let number = 0; number < 2; number += 1) await keep(org.post(`webhooks/${webhook}/test`, {}));
  // An event that waits to become a delivery.
  await asOwner(`SELECT event_record($1, 'import.completed', '[]')`, [org.organization.id]);
  // As the hourly job does, with better scores on the day before.
  await asOwner(`SELECT party_score_window_move($1)`, [org.organization.id]);
  await asOwner(`UPDATE party_score_day SET score_change = -1 WHERE organization_id = $1`, [org.organization.id]);
  await addWebhook(org);
  await addRun(org);
  return estate;
}

/** Questionnaires that it sent to its own domain: one reviewed, one with every answer. The last one is used in calls. */
async function exchangeWithItself(org: TestOrganization, keep: (answer: Promise<Answer>) => Promise<Answer>): Promise<void> {
  const vendorId = (await org.post('vendors/create', { domainName: org.organization.domain })).body.vendor.id as string;
  for (const isReviewed of [true, false]) {
    const { body } = await keep(org.post('questionnaires', { templateId: 'security-baseline', vendorId }));
    const id = body.questionnaire.id as string;
    await keep(org.post(`questionnaires/${id}/send`, {}));
    await answerAll(org, id);
    if (!isReviewed) continue;
    await keep(org.post(`questionnaires/${id}/submit`, {}));
    await keep(org.post(`questionnaires/${id}/review`, { decision: 'QUESTIONNAIRE_DECISION_ACCEPTED' }));
  }
}

/** The unique parts of a text: random digits of names, and the ends of ids. */
export function marksOf(text: string): string[] {
  return text.match(/[0-9a-f]{10,}/g) ?? [];
}

/** Parts of ids of shared resources, which every organization sees. */
export async function sharedMarks(): Promise<Set<string>> {
  const rows = await asOwner<{ id: string }>('SELECT id::text FROM questionnaire_template');
  return new Set(rows.flatMap(({ id }) => marksOf(id)));
}

/** A webhook with a delivery, and an event that is not yet a delivery. */
async function addWebhook({ organization }: TestOrganization): Promise<void> {
  await asOwner(
    `INSERT INTO webhook (organization_id, id, name, url, secret) VALUES ($1, gen_random_uuid(), 'Isolation', 'https://receiver.example', '')`,
    [organization.id],
  );
  await asOwner(
    `INSERT INTO webhook_delivery (organization_id, id, webhook_id, event_type, body)
     SELECT organization_id, gen_random_uuid(), id, 'import.completed', '{}' FROM webhook WHERE organization_id = $1`,
    [organization.id],
  );
  await asOwner(`SELECT event_record($1, 'import.completed', '[]')`, [organization.id]);
}

/** A monitoring run of each vendor, and a fault of each. */
async function addRun({ organization }: TestOrganization): Promise<void> {
  await asOwner(
    `INSERT INTO monitoring_run (organization_id, id, vendor_id, vendor_domain, status, finished_at)
     SELECT organization_id, gen_random_uuid(), id, domain_name, 3, now() FROM vendor WHERE organization_id = $1`,
    [organization.id],
  );
  await asOwner(
    `INSERT INTO monitoring_fault (organization_id, vendor_id, host, check_id, asset)
     SELECT organization_id, id, domain_name, 'spf_missing', '{}' FROM vendor WHERE organization_id = $1`,
    [organization.id],
  );
}

async function vendorId(org: TestOrganization, domain: string): Promise<string> {
  const { body } = await org.post('vendors', {});
  return (body.vendors as { id: string; domainName: string }[]).find(({ domainName }) => domainName === domain)?.id ?? '';
}
