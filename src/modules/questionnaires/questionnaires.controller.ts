import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { EXAMPLE_ID } from '#platform/http/example-ids';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
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

  @Get(':id')
  @Operation({
    name: 'GetQuestionnaire',
    summary: 'Read one questionnaire with its questions',
    description:
      'Returns the fields of GetQuestionnaires plus the sections and questions, as copied from the template when the questionnaire was created.',
    scopes: ['questionnaires.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 404: ['QUESTIONNAIRE_NOT_FOUND'] },
    sends: GetQuestionnaire,
    request: GetQuestionnaireRequest,
    response: GetQuestionnaireResponse,
  })
  getQuestionnaire(@CurrentCaller() caller: Caller, @Input() request: GetQuestionnaireRequest) {
    return this.queries.execute(new GetQuestionnaire(caller, request));
  }
}
