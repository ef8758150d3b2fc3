import { Injectable } from '@nestjs/common';
import { bySystem } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { Logger } from '#platform/logging/logger';
import { lockQuestionnaire, targetOf, update } from './exchange';
import { announce } from './exchange-events';
import { QuestionnaireFindings } from './questionnaire-findings';
import { QUESTIONNAIRE_STATUS } from './questionnaire.enums';

const QUEUE = 'questionnaire-upkeep';
const MINUTE = 23;
const { SENT, IN_PROGRESS } = QUESTIONNAIRE_STATUS.stored;

/**
 * Three days before the due date, on it, and every week after that for three months. $1 organization, $2 now. No reminder for a
 * questionnaire that was just sent.
 */
const DUE = `
  SELECT id FROM questionnaire
   WHERE organization_id = $1 AND status IN (${SENT}, ${IN_PROGRESS}) AND due_at < $2::timestamptz + interval '3 days' AND due_at > $2::timestamptz - interval '90 days'
     AND sent_at < $2::timestamptz - interval '1 day'
     AND (reminded_at IS NULL OR due_at <= $2 AND (reminded_at < due_at OR reminded_at < $2::timestamptz - interval '7 days'))
   ORDER BY due_at`;

/** Sends reminders of due answers and records remaining failed answers, once an hour, in one of all processes. */
@Injectable()
export class QuestionnaireUpkeep {
  constructor(
    private readonly database: Database,
    private readonly findings: QuestionnaireFindings,
    private readonly logger: Logger,
    jobs: Jobs,
  ) {
    jobs.hourly(QUEUE, { minute: MINUTE, run: (signal) => this.run(signal) });
  }

  async run(signal?: AbortSignal): Promise<void> {
    const organizations = await this.database.read<{ id: string }>(
      PLATFORM,
      `SELECT id FROM organization WHERE suspended_at IS NULL ORDER BY id`,
    );
    for (const { id } of organizations) {
      if (signal?.aborted) return;
      await this.remind(id);
      // Answers that a job left behind, or that a vendor gave before it was monitored.
      await this.findings.record(id).catch((err: unknown) => {
        this.logger.warn({ err, organization: id }, 'recording failed answers failed; the next run will retry');
      });
    }
  }

  /** Sends the reminders of an organization. Returns their number. */
  async remind(organizationId: string, now = new Date()): Promise<number> {
    const due = await this.database.read<{ id: string }>(organizationId, DUE, [organizationId, now]);
    for (const { id } of due) {
      await this.database.transaction(organizationId, async (tx) => {
        const row = await lockQuestionnaire(tx, { organizationId, id });
        if (row.status !== SENT && row.status !== IN_PROGRESS) return;
        await update(tx, row, { remindedAt: now });
        await announce(tx, organizationId, row, 'questionnaire.sent', { isReminder: true });
        await recordAudit(tx, bySystem('questionnaire reminder', organizationId), { targets: [targetOf(row)] });
      });
    }
    return due.length;
  }
}
