import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { byLink } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { Jobs } from '#platform/jobs/jobs';
import { applyAnswers, unansweredOf } from '../answers';
import { ANSWERABLE, saveAnswers, submitAnswers, targetOf } from '../exchange';
import { announce } from '../exchange-events';
import type { LinkClaims } from '../link-token';
import { FINDINGS_QUEUE } from '../questionnaire-findings';
import { readForm, toPatches, type Form } from './form';
import { findLinked, type LinkedQuestionnaire } from './linked-questionnaire';

/** The posted form and its call. */
export interface PostedForm {
  body: Readonly<Record<string, unknown>>;
  /** suggest: fill in the previous answers. */
  action: 'save' | 'submit' | 'suggest';
  requestId: string;
  sourceAddress: string | undefined;
}

export type LinkOutcome =
  | { kind: 'gone' | 'saved' | 'closed' }
  /** Nothing was saved: someone else saved in between. */
  | { kind: 'conflict'; linked: LinkedQuestionnaire; form: Form }
  /** Valid answers were saved. Problems are by question id. */
  | { kind: 'refused'; linked: LinkedQuestionnaire; form: Form; problems: ReadonlyMap<string, string> };

export class AnswerThroughLink extends Command<LinkOutcome> {
  constructor(
    readonly claims: LinkClaims,
    readonly posted: PostedForm,
  ) {
    super();
  }
}

/** Saves the answers from a link, and submits them when asked to. */
@CommandHandler(AnswerThroughLink)
export class AnswerThroughLinkHandler implements ICommandHandler<AnswerThroughLink> {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  execute({ claims, posted }: AnswerThroughLink): Promise<LinkOutcome> {
    return this.database.transaction(claims.organizationId, async (tx): Promise<LinkOutcome> => {
      const linked = await findLinked(tx, claims, true);
      if (!linked) return { kind: 'gone' };
      const { questionnaire } = linked;
      if (!ANSWERABLE.includes(questionnaire.status)) return { kind: 'closed' };
      const form = readForm(questionnaire.sections, posted.body);
      if (posted.body.revision !== String(questionnaire.answersRevision)) return { kind: 'conflict', linked, form };
      const problems = await this.save(tx, linked, form, posted.action);
      const operation = posted.action === 'submit' && problems.size === 0 ? 'SubmitQuestionnaire' : 'AnswerQuestionnaire';
      await recordAudit(tx, byLink(operation, claims.organizationId, posted), { targets: [targetOf(questionnaire)] });
      if (operation === 'SubmitQuestionnaire') await this.jobs.send(tx, FINDINGS_QUEUE, { key: claims.organizationId });
      return problems.size > 0 ? { kind: 'refused', linked, form, problems } : { kind: 'saved' };
    });
  }

  private async save(
    tx: EntityManager,
    { questionnaire: row, suggestions }: LinkedQuestionnaire,
    form: Form,
    action: PostedForm['action'],
  ): Promise<Map<string, string>> {
    const patches = toPatches(form, row.answers);
    const problems = new Map<string, string>();
    for (const { field, description } of applyAnswers(row.sections, row.answers, patches).violations) {
      const questionId = patches[Number(/^answers\[(\d+)\]/.exec(field)?.[1])]?.questionId as string;
      problems.set(questionId, wordsFor(field, description));
    }
    await saveAnswers(
      tx,
      row,
      patches.filter(({ questionId }) => !problems.has(questionId)),
    );
    if (action === 'suggest') {
      const open = [...suggestions].filter(([id]) => !row.answers[id] && !problems.has(id));
      const filled = open.map(([questionId, suggestion]) => ({ questionId, ...suggestion }));
      await saveAnswers(tx, row, filled);
    }
    if (action !== 'submit') return problems;
    for (const id of unansweredOf(row.sections, row.answers)) {
      if (!problems.has(id)) problems.set(id, 'Answer the question or, where no answer applies, comment on it.');
    }
    if (problems.size > 0) return problems;
    await submitAnswers(tx, row, 'ANSWER_SOURCE_LINK');
    await announce(tx, row.organizationId, row, 'questionnaire.submitted');
    return problems;
  }
}

function wordsFor(field: string, description: string): string {
  const subject = field.includes('.files') ? 'A link to a document' : field.endsWith('.comment') ? 'The comment' : 'The answer';
  return `${subject} ${description}.`;
}
