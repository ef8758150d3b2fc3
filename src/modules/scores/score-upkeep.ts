import { Injectable } from '@nestjs/common';
import { bySystem } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { lockObservations } from '#platform/database/locks';
import { Jobs } from '#platform/jobs/jobs';
import { Logger } from '#platform/logging/logger';
import { SCORE_MODEL } from './score-model';
import { settleScores } from './settle-scores';

const QUEUE = 'scores';
const MINUTE = 13;

/** Scores per transaction, so that imports of the organization wait briefly at most. */
const PORTION = 2000;
const TIMEOUTS = { statementMs: 30_000, lockMs: 30_000 };

/** Scores of another model. $1 organization. */
const OUTDATED = `
  SELECT view, party_domain FROM party_score
   WHERE organization_id = $1 AND overall_score IS NOT NULL AND model <> ${SCORE_MODEL.edition}
   ORDER BY 1, 2 LIMIT ${PORTION}`;
const MARK_OUTDATED = `UPDATE party_score SET is_stale = true WHERE organization_id = $1 AND (view, party_domain) IN (${OUTDATED}) RETURNING 1`;

/** Whether the stored score changes cover the last thirty days. $1 organization. */
const IS_CURRENT = `SELECT 1 FROM party_score_window WHERE organization_id = $1 AND first_day = (now() AT TIME ZONE 'UTC')::date - 29`;

/**
 * Moves the window of stored score changes each day. After an upgrade, scores every vendor with the current model; their history starts on
 * that day.
 */
@Injectable()
export class ScoreUpkeep {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    jobs: Jobs,
  ) {
    // A start may be that of a new release with another score model.
    jobs.hourly(QUEUE, { minute: MINUTE, atStart: true, run: (signal) => this.run(signal) });
  }

  /** Returns the number of scores calculated. */
  async run(signal?: AbortSignal): Promise<number> {
    const organizations = await this.database.read<{ id: string }>(PLATFORM, `SELECT id FROM organization ORDER BY id`);
    let scores = 0;
    for (const { id } of organizations) {
      if (signal?.aborted) break;
      for (let rows = PORTION; rows === PORTION && !signal?.aborted; scores += rows) {
        const outdated = await this.database.read(id, OUTDATED, [id]); // without a lock: usually there are none
        rows = outdated.length > 0 ? await this.rescore(id) : 0;
      }
      await this.moveWindow(id);
    }
    if (scores > 0) this.logger.warn({ scores, model: SCORE_MODEL.edition }, 'recalculated scores of an earlier model');
    return scores;
  }

  private async moveWindow(organizationId: string): Promise<void> {
    if ((await this.database.read(organizationId, IS_CURRENT, [organizationId])).length > 0) return;
    const move = `SELECT party_score_window_move($1)`;
    await this.database.transaction(organizationId, (tx) => tx.query(move, [organizationId]), TIMEOUTS);
  }

  private rescore(organizationId: string): Promise<number> {
    return this.database.transaction(
      organizationId,
      async (tx) => {
        await lockObservations(tx, organizationId);
        const [marked] = await tx.query<[unknown[], number]>(MARK_OUTDATED, [organizationId]);
        if (marked.length === 0) return 0;
        await settleScores(tx, organizationId);
        const targets = [{ type: 'table', id: 'party_score' }];
        await recordAudit(tx, bySystem('score model', organizationId), { targets, targetCount: marked.length });
        return marked.length;
      },
      TIMEOUTS,
    );
  }
}
