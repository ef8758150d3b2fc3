import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { ThreadPool } from '#platform/threads/thread-pool';
import { applyAnswers, type AnswerPatch } from '../answers';
import type { AnswerRow } from '../answers-csv';
import { READ_ANSWERS } from '../answers-csv.task';
import { IMPORTABLE, lockQuestionnaire, saveAnswers, submitAnswers, targetOf } from '../exchange';
import { announce } from '../exchange-events';
import { FINDINGS_QUEUE } from '../questionnaire-findings';
import { toQuestionnaire } from '../questionnaire.dto';
import type { QuestionnaireEntity } from '../questionnaire.entity';
import type {
  AnswerRejection,
  ImportQuestionnaireAnswersRequest,
  ImportQuestionnaireAnswersResponse,
} from './import-questionnaire-answers.dto';

export class ImportQuestionnaireAnswers extends Command<ImportQuestionnaireAnswersResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: ImportQuestionnaireAnswersRequest,
  ) {
    super();
  }
}

/** Imports answers that a vendor sent in a file. An invalid row does not affect the others. */
@CommandHandler(ImportQuestionnaireAnswers)
export class ImportQuestionnaireAnswersHandler implements ICommandHandler<ImportQuestionnaireAnswers> {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly threads: ThreadPool,
  ) {}

  async execute({ caller, request }: ImportQuestionnaireAnswers): Promise<ImportQuestionnaireAnswersResponse> {
    const { organizationId } = caller;
    const { id, csv, submit = false } = request;
    const read = await this.threads.run(organizationId, READ_ANSWERS, csv);
    if ('problem' in read) throw invalidFile(read.problem);
    return this.database.transaction(organizationId, async (tx) => {
      const row = await lockQuestionnaire(tx, { organizationId, id });
      const { accepted, rejections } = sort(row, read.rows);
      await saveAnswers(tx, row, accepted, IMPORTABLE);
      if (submit) {
        await submitAnswers(tx, row, 'ANSWER_SOURCE_IMPORT', IMPORTABLE);
        await announce(tx, organizationId, row, 'questionnaire.submitted');
      }
      const counts = { acceptedCount: accepted.length, rejectedCount: rejections.length };
      await recordAudit(tx, caller, { targets: [targetOf(row)], changes: changesBetween(undefined, { ...counts, submit }) });
      if (submit) await this.jobs.send(tx, FINDINGS_QUEUE, { key: organizationId });
      return { questionnaire: toQuestionnaire(row), ...counts, rejections };
    });
  }
}

function sort(
  { sections, answers }: QuestionnaireEntity,
  rows: readonly AnswerRow[],
): { accepted: AnswerPatch[]; rejections: AnswerRejection[] } {
  const accepted: AnswerPatch[] = [];
  const rejections: AnswerRejection[] = [];
  for (const { rowIndex, patch } of rows) {
    const reject = (code: string, message: string) => {
      const questionId = patch?.questionId.slice(0, 100);
      rejections.push({ rowIndex, ...(questionId && { questionId }), code, message });
    };
    if (!patch) {
      reject('COLUMN_COUNT_MISMATCH', 'has more or fewer cells than the header');
      continue;
    }
    const [violation] = applyAnswers(sections, answers, [patch]).violations;
    if (violation) reject(violation.field.endsWith('.questionId') ? 'UNKNOWN_QUESTION' : 'INVALID_ANSWER', violation.description);
    else if (accepted.some(({ questionId }) => questionId === patch.questionId))
      reject('DUPLICATE_ROW', 'the question is in the file twice; the first row counts');
    else accepted.push(patch);
  }
  return { accepted, rejections };
}

function invalidFile(description: string): InvalidArgument {
  return new InvalidArgument(description, 'INVALID_CSV', [{ field: 'csv', description }]);
}
