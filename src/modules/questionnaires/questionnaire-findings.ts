import { Injectable } from '@nestjs/common';
import { recordFindings } from '#modules/ingestion/record-findings';
import { bySystem } from '#platform/audit/audit-call';
import { Database, PLATFORM, type BulkConnection } from '#platform/database/database';
import { tryLockImport } from '#platform/database/locks';
import { Jobs } from '#platform/jobs/jobs';
import { ACTOR_TYPE } from '#shared/observation.enums';
import { draftsOf, SOURCE, type SubmittedAnswers } from './failed-answers';

/** The key of a job is the asking organization. */
export const FINDINGS_QUEUE = 'questionnaire-findings';
const LIMITS = { statementMs: 60_000, lockMs: 10_000 };
const MAX_AT_ONCE = 50;

const ENTITLED = `SELECT 1 FROM organization WHERE id = $1 AND vrm_enabled AND (vrm_until IS NULL OR vrm_until > now())`;

/**
 * Submitted versions of monitored vendors whose answers are not yet observations: without monitoring, none would be listed. Older
 * questionnaires of the same template are superseded.
 */
const OPEN = `
  SELECT q.id, q.version, q.template_id AS "templateId", q.template_name AS "templateName", q.vendor_domain AS "vendorDomain", q.sections, s.answers,
         NOT EXISTS (SELECT 1 FROM questionnaire n
                      WHERE n.organization_id = $1 AND n.vendor_id = q.vendor_id AND n.template_id = q.template_id AND n.submitted_at > q.submitted_at) AS "isLatest"
    FROM questionnaire q
    JOIN questionnaire_submission s ON s.organization_id = $1 AND s.questionnaire_id = q.id AND s.version = q.version
    JOIN vendor v ON v.organization_id = $1 AND v.id = q.vendor_id AND v.is_monitored
   WHERE q.organization_id = $1 AND q.findings_version < q.version
   ORDER BY q.submitted_at LIMIT ${MAX_AT_ONCE}`;

const DONE = `
  UPDATE questionnaire q SET findings_version = d.version
    FROM unnest($2::uuid[], $3::integer[]) AS d (id, version) WHERE q.organization_id = $1 AND q.id = d.id`;

type OpenRow = SubmittedAnswers & { id: string; version: number; isLatest: boolean };

/** Turns failed answers into observations, through the import pipeline, and resolves them when the answer changes. */
@Injectable()
export class QuestionnaireFindings {
  constructor(
    private readonly database: Database,
    jobs: Jobs,
  ) {
    jobs.work(FINDINGS_QUEUE, { concurrency: 2, handler: (organizationId) => this.record(organizationId) });
  }

  /** Records the remaining answers of an organization. Throws while an import runs; the job is then retried. */
  async record(organizationId: string): Promise<void> {
    const [entitled] = await this.database.read(PLATFORM, ENTITLED, [organizationId]);
    if (!entitled) return;
    for (let count = MAX_AT_ONCE; count === MAX_AT_ONCE;) count = await this.recordSome(organizationId);
  }

  private async recordSome(organizationId: string): Promise<number> {
    const open = await this.database.read<{ id: string }>(organizationId, OPEN, [organizationId]);
    if (open.length === 0) return 0;
    return this.database.bulk(organizationId, LIMITS, async (tx) => ({ result: await write(tx, organizationId), keep: true }));
  }
}

async function write(tx: BulkConnection, organizationId: string): Promise<number> {
  if (!(await tryLockImport(tx, organizationId))) throw new Error('An import of the organization is running.');
  const open = await tx.query<OpenRow>(OPEN, [organizationId]);
  const drafts = open.filter(({ isLatest }) => isLatest).flatMap(draftsOf);
  if (drafts.length > 0) {
    await recordFindings(tx, drafts, [], {
      organizationId,
      vrm: true,
      format: SOURCE,
      actor: { type: ACTOR_TYPE.toNumber('ACTOR_TYPE_SYSTEM'), name: 'Questionnaire' },
      call: bySystem('questionnaire findings', organizationId),
      now: new Date(),
    });
  }
  await tx.query(DONE, [organizationId, open.map(({ id }) => id), open.map(({ version }) => version)]);
  return open.length;
}
