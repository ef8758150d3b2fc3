import { Controller, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { AnswerQuestionnaire } from './answer-questionnaire/answer-questionnaire.command';
import { AnswerQuestionnaireRequest } from './answer-questionnaire/answer-questionnaire.dto';
import { CreateQuestionnaire } from './create-questionnaire/create-questionnaire.command';
import { CreateQuestionnaireRequest, CreateQuestionnaireResponse } from './create-questionnaire/create-questionnaire.dto';
import {
  GetQuestionnaireTemplatesRequest,
  GetQuestionnaireTemplatesResponse,
} from './get-questionnaire-templates/get-questionnaire-templates.dto';
import { GetQuestionnaireTemplates } from './get-questionnaire-templates/get-questionnaire-templates.query';
import { GetQuestionnaireRequest, GetQuestionnaireResponse } from './get-questionnaire/get-questionnaire.dto';
import { GetQuestionnaire } from './get-questionnaire/get-questionnaire.query';
import { GetQuestionnairesRequest, GetQuestionnairesResponse } from './get-questionnaires/get-questionnaires.dto';
import { GetQuestionnaires } from './get-questionnaires/get-questionnaires.query';
import {
  GetReceivedQuestionnairesRequest,
  GetReceivedQuestionnairesResponse,
} from './get-received-questionnaires/get-received-questionnaires.dto';
import { GetReceivedQuestionnaires } from './get-received-questionnaires/get-received-questionnaires.query';
import { ImportQuestionnaireAnswers } from './import-questionnaire-answers/import-questionnaire-answers.command';
import {
  ImportQuestionnaireAnswersRequest,
  ImportQuestionnaireAnswersResponse,
} from './import-questionnaire-answers/import-questionnaire-answers.dto';
import { QuestionnaireResponse } from './questionnaire.dto';
import { ReviewQuestionnaire } from './review-questionnaire/review-questionnaire.command';
import { ReviewQuestionnaireRequest } from './review-questionnaire/review-questionnaire.dto';
import { SendQuestionnaire } from './send-questionnaire/send-questionnaire.command';
import { SendQuestionnaireRequest, SendQuestionnaireResponse } from './send-questionnaire/send-questionnaire.dto';
import { SubmitQuestionnaire } from './submit-questionnaire/submit-questionnaire.command';
import { SubmitQuestionnaireRequest } from './submit-questionnaire/submit-questionnaire.dto';

@ApiTags('Questionnaires')
@Controller({ path: 'questionnaires', version: '1' })
export class QuestionnairesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Operation({
    name: 'GetQuestionnaires',
    summary: 'List questionnaires, newest first',
    description: 'Without questions; GetQuestionnaire returns those. Can be filtered by vendor and status. Pages by cursor or offset.',
    scopes: ['questionnaires.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetQuestionnaires,
    request: GetQuestionnairesRequest,
    response: GetQuestionnairesResponse,
  })
  getQuestionnaires(@CurrentCaller() caller: Caller, @Input() request: GetQuestionnairesRequest) {
    return this.queries.execute(new GetQuestionnaires(caller, request));
  }

  @Post()
  @Operation({
    name: 'CreateQuestionnaire',
    summary: 'Create a questionnaire for a vendor from a template',
    description:
      'Starts as a DRAFT with a copy of the questions, so a later change of the template does not alter it. The vendor must be in the directory and not ' +
      'offboarded: find its id with GetVendors, and the template with GetQuestionnaireTemplates. Every call creates a new questionnaire.',
    scopes: ['questionnaires.read', 'questionnaires.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: { 404: ['QUESTIONNAIRE_TEMPLATE_NOT_FOUND', 'VENDOR_NOT_FOUND'], 409: ['VENDOR_OFFBOARDED'] },
    sends: CreateQuestionnaire,
    request: CreateQuestionnaireRequest,
    response: CreateQuestionnaireResponse,
    example: { templateId: 'security-baseline', vendorId: EXAMPLE_ID, dueAt: '2028-06-30T00:00:00Z' },
  })
  createQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: CreateQuestionnaireRequest) {
    return this.commands.execute(new CreateQuestionnaire(caller, request));
  }

  @Get('templates')
  @Operation({
    name: 'GetQuestionnaireTemplates',
    summary: 'List questionnaire templates',
    description: 'With the title and number of questions of each section. All organizations share the same templates.',
    scopes: ['questionnaires.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetQuestionnaireTemplates,
    request: GetQuestionnaireTemplatesRequest,
    response: GetQuestionnaireTemplatesResponse,
  })
  getQuestionnaireTemplates(@CurrentCaller() caller: Caller, @Input() request: GetQuestionnaireTemplatesRequest) {
    return this.queries.execute(new GetQuestionnaireTemplates(caller, request));
  }

  @Get('received')
  @Operation({
    name: 'GetReceivedQuestionnaires',
    summary: 'List questionnaires that other organizations sent to you, newest first',
    description:
      'Customers that have your domain in their vendor directory send them. sender says who asks. GetQuestionnaire returns the questions, ' +
      'AnswerQuestionnaire saves answers. Pages by cursor or offset.',
    scopes: ['questionnaires.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    sends: GetReceivedQuestionnaires,
    request: GetReceivedQuestionnairesRequest,
    response: GetReceivedQuestionnairesResponse,
    refuses: {},
  })
  getReceivedQuestionnaires(@CurrentCaller() caller: Caller, @Input() request: GetReceivedQuestionnairesRequest) {
    return this.queries.execute(new GetReceivedQuestionnaires(caller, request));
  }

  @Get(':id')
  @Operation({
    name: 'GetQuestionnaire',
    summary: 'Read one questionnaire with its questions',
    description:
      'Your own, or one that was sent to you. Returns the fields of the list plus the questions with their answers, and every submitted version ' +
      'with the decision and the comments of the reviewer.',
    scopes: ['questionnaires.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 404: ['QUESTIONNAIRE_NOT_FOUND', 'QUESTIONNAIRE_VERSION_NOT_FOUND'] },
    sends: GetQuestionnaire,
    request: GetQuestionnaireRequest,
    response: GetQuestionnaireResponse,
  })
  getQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: GetQuestionnaireRequest) {
    return this.queries.execute(new GetQuestionnaire(caller, request));
  }

  @Post(':id/send')
  @Operation({
    name: 'SendQuestionnaire',
    summary: 'Send a questionnaire to its vendor',
    description:
      'To the organization here that owns the domain of the vendor, or by a link that is valid for 30 days, for a vendor without an account. Sending again ' +
      'replaces the link or the channel; answers given so far stay. The status becomes SENT. Channel NONE takes the questionnaire back: the link is revoked at ' +
      'once, also after the answers were submitted, and a questionnaire without answers is a DRAFT again.',
    scopes: ['questionnaires.read', 'questionnaires.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    sends: SendQuestionnaire,
    request: SendQuestionnaireRequest,
    response: SendQuestionnaireResponse,
    refuses: {
      404: ['QUESTIONNAIRE_NOT_FOUND'],
      409: ['QUESTIONNAIRE_STATUS_CONFLICT', 'VENDOR_NOT_AN_ORGANIZATION', 'VENDOR_OFFBOARDED'],
    },
    example: { dueAt: '2028-06-30T00:00:00Z', message: 'Please answer by the end of the quarter.' },
    showsSecret: true,
  })
  sendQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: SendQuestionnaireRequest) {
    return this.commands.execute(new SendQuestionnaire(caller, request));
  }

  @Patch(':id/answers')
  @Operation({
    name: 'AnswerQuestionnaire',
    summary: 'Save answers to a questionnaire that was sent to you',
    description:
      'Some of the answers or all of them, as often as needed; what is not named stays. Files are references by URL. The customer sees the number of answers ' +
      'given so far, and the answers. SubmitQuestionnaire submits them.',
    scopes: ['questionnaires.read', 'questionnaires.answer'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    sends: AnswerQuestionnaire,
    request: AnswerQuestionnaireRequest,
    response: QuestionnaireResponse,
    refuses: { 400: ['INVALID_ANSWER'], 404: ['QUESTIONNAIRE_NOT_FOUND'], 409: ['QUESTIONNAIRE_STATUS_CONFLICT'] },
    example: { answers: [{ questionId: 'gov-policy', answer: 'YES', comment: 'Reviewed every year.' }] },
  })
  answerQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: AnswerQuestionnaireRequest) {
    return this.commands.execute(new AnswerQuestionnaire(caller, request));
  }

  @Post(':id/answers/import')
  @Operation({
    name: 'ImportQuestionnaireAnswers',
    summary: 'Import answers that a vendor sent in a file',
    description:
      'CSV with the columns question_id, answer and comment; question ids are those of GetQuestionnaire. An invalid row is rejected with its reason, and the others are ' +
      'stored; an empty cell changes nothing. With submit, the answers are also submitted, or nothing is stored when some are missing. Also works before the ' +
      'questionnaire is sent.',
    scopes: ['questionnaires.read', 'questionnaires.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    sends: ImportQuestionnaireAnswers,
    request: ImportQuestionnaireAnswersRequest,
    response: ImportQuestionnaireAnswersResponse,
    refuses: { 400: ['INVALID_CSV'], 404: ['QUESTIONNAIRE_NOT_FOUND'], 409: ['QUESTIONNAIRE_INCOMPLETE', 'QUESTIONNAIRE_STATUS_CONFLICT'] },
    example: { csv: 'question_id,answer,comment\ngov-policy,YES,Reviewed every year\n' },
  })
  importQuestionnaireAnswers(@CurrentCaller() caller: Caller, @Input() request: ImportQuestionnaireAnswersRequest) {
    return this.commands.execute(new ImportQuestionnaireAnswers(caller, request));
  }

  @Post(':id/submit')
  @Operation({
    name: 'SubmitQuestionnaire',
    summary: 'Submit the answers to a questionnaire that was sent to you',
    description:
      'Every question needs an answer or, where none applies, a comment. The answers are kept as a version, and cannot be changed until the customer ' +
      'returns them.',
    scopes: ['questionnaires.read', 'questionnaires.answer'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    sends: SubmitQuestionnaire,
    request: SubmitQuestionnaireRequest,
    response: QuestionnaireResponse,
    refuses: { 404: ['QUESTIONNAIRE_NOT_FOUND'], 409: ['QUESTIONNAIRE_INCOMPLETE', 'QUESTIONNAIRE_STATUS_CONFLICT'] },
    example: {},
    exampleOnce: 'QUESTIONNAIRE_STATUS_CONFLICT',
  })
  submitQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: SubmitQuestionnaireRequest) {
    return this.commands.execute(new SubmitQuestionnaire(caller, request));
  }

  @Post(':id/review')
  @Operation({
    name: 'ReviewQuestionnaire',
    summary: 'Accept or return submitted answers',
    description:
      'ACCEPTED completes the questionnaire and ends its link. RETURNED needs at least one comment, on a question or on the whole; the vendor sees it, changes ' +
      'the answers and submits the next version.',
    scopes: ['questionnaires.read', 'questionnaires.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    sends: ReviewQuestionnaire,
    request: ReviewQuestionnaireRequest,
    response: QuestionnaireResponse,
    refuses: { 404: ['QUESTIONNAIRE_NOT_FOUND'], 409: ['QUESTIONNAIRE_STATUS_CONFLICT'] },
    example: { decision: 'QUESTIONNAIRE_DECISION_ACCEPTED' },
    exampleOnce: 'QUESTIONNAIRE_STATUS_CONFLICT',
  })
  reviewQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: ReviewQuestionnaireRequest) {
    return this.commands.execute(new ReviewQuestionnaire(caller, request));
  }
}
