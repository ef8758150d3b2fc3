import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { submitAnswers, targetOf } from '../exchange';
import { announce } from '../exchange-events';
import { FINDINGS_QUEUE } from '../questionnaire-findings';
import type { QuestionnaireResponse } from '../questionnaire.dto';
import { onReceived } from '../received';
import type { SubmitQuestionnaireRequest } from './submit-questionnaire.dto';

export class SubmitQuestionnaire extends Command<QuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: SubmitQuestionnaireRequest,
  ) {
    super();
  }
}

@CommandHandler(SubmitQuestionnaire)
export class SubmitQuestionnaireHandler implements ICommandHandler<SubmitQuestionnaire> {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  execute({ caller, request: { id } }: SubmitQuestionnaire): Promise<QuestionnaireResponse> {
    return this.database.transaction(caller.organizationId, async (tx) => {
      const { row, shown } = await onReceived(tx, caller, id, (locked) => submitAnswers(tx, locked, 'ANSWER_SOURCE_ORGANIZATION'));
      await announce(tx, caller.organizationId, row, 'questionnaire.submitted');
      await recordAudit(tx, caller, { targets: [targetOf(row)], changes: changesBetween(undefined, { version: row.version }) });
      await this.jobs.send(tx, FINDINGS_QUEUE, { key: row.organizationId });
      return { questionnaire: shown };
    });
  }
}
