import { join } from 'node:path';
import { Controller, Get, Header, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { projectRoot } from '#platform/config/project-root';
import { sharedFile } from '#platform/http/shared-body';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { FormLimit, Unguarded } from '#platform/operations/operation.decorator';
import { ANSWERABLE } from '../exchange';
import { ANSWER_PATH, QuestionnaireLinks } from '../questionnaire-links';
import { MAX_FORM_BYTES } from './answer-page-limit';
import { renderForm, renderMessage, renderSubmitted, type AnswerPage } from './answer-page.html';
import { AnswerThroughLink, type LinkOutcome } from './answer-through-link.command';
import { toForm } from './form';
import { ReadLinkedQuestionnaire } from './read-linked-questionnaire.query';

const STYLE = join(projectRoot(), 'src/modules/questionnaires/answer-page/answer.css');
const CONFLICT =
  'Somebody else saved answers while you were typing. Your changes are not saved yet: check the form, and save again to replace theirs.';
const REFUSED = 'Valid answers are saved. Please correct these questions:';

/** The pages of people who answer through a link. */
@ApiExcludeController()
@Controller(ANSWER_PATH)
@Unguarded('the link authorizes its holder to answer one questionnaire')
export class AnswerPageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly links: QuestionnaireLinks,
  ) {}

  @Get('answer.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  style() {
    return sharedFile(STYLE);
  }

  @Get(':token')
  async show(
    @Param('token') token: string,
    @Query('saved') saved: unknown,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    request.operation = 'AnswerPage';
    const claims = await this.links.open(token);
    const linked = claims && (await this.queries.execute(new ReadLinkedQuestionnaire(claims)));
    if (!linked) return notValid(response);
    const { questionnaire } = linked;
    const page: AnswerPage = { ...linked, form: toForm(questionnaire.sections, questionnaire.answers), problems: new Map() };
    if (!ANSWERABLE.includes(questionnaire.status)) return renderSubmitted(page);
    return renderForm(saved === undefined ? page : { ...page, notice: { isError: false, text: 'Your answers are saved.' } });
  }

  @Post(':token')
  @FormLimit(MAX_FORM_BYTES)
  async save(@Param('token') token: string, @Req() request: AuthenticatedRequest, @Res({ passthrough: true }) response: Response) {
    request.operation = 'AnswerPage';
    const claims = await this.links.open(token);
    if (!claims) return notValid(response);
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const { requestId, ip } = request;
    const posted = { body, action: actionOf(body.action), requestId, sourceAddress: ip };
    return answer(response, await this.commands.execute(new AnswerThroughLink(claims, posted)));
  }
}

function actionOf(value: unknown): 'save' | 'submit' | 'suggest' {
  return value === 'submit' || value === 'suggest' ? value : 'save';
}

function answer(response: Response, outcome: LinkOutcome): string {
  switch (outcome.kind) {
    case 'gone':
      return notValid(response);
    case 'saved':
    case 'closed':
      // Relative, so that it stays on the same link.
      response.status(303).setHeader('Location', outcome.kind === 'saved' ? '?saved=1' : '?');
      return '';
    case 'conflict':
      response.status(409);
      return renderForm({ ...outcome.linked, form: outcome.form, problems: new Map(), notice: { isError: true, text: CONFLICT } });
    case 'refused':
      response.status(400);
      return renderForm({ ...outcome.linked, form: outcome.form, problems: outcome.problems, notice: { isError: true, text: REFUSED } });
  }
}

function notValid(response: Response): string {
  response.status(404);
  return renderMessage(
    'This link does not work',
    'It has expired, was replaced by another one, or the questionnaire is complete. Ask the company that sent it to you for a new one.',
  );
}
