import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { saveAnswers, targetOf } from '../exchange';
import type { QuestionnaireResponse } from '../questionnaire.dto';
import { onReceived } from '../received';
import type { AnswerQuestionnaireRequest } from './answer-questionnaire.dto';

export class AnswerQuestionnaire extends Command<QuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: AnswerQuestionnaireRequest,
  ) {
    super();
  }
}

@CommandHandler(AnswerQuestionnaire)
export class AnswerQuestionnaireHandler implements ICommandHandler<AnswerQuestionnaire> {
  constructor(private readonly database: Database) {}

  execute({ caller, request: { id, answers } }: AnswerQuestionnaire): Promise<QuestionnaireResponse> {
    return this.database.transaction(caller.organizationId, async (tx) => {
      const { row, shown } = await onReceived(tx, caller, id, (locked) => saveAnswers(tx, locked, answers));
      const changes = changesBetween(undefined, { questionIds: answers.map(({ questionId }) => questionId) });
      await recordAudit(tx, caller, { targets: [targetOf(row)], changes });
      return { questionnaire: shown };
    });
  }
}
