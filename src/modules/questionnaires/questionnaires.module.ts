import { Module } from '@nestjs/common';
import { AnswerPageController } from './answer-page/answer-page.controller';
import { AnswerPageLimit } from './answer-page/answer-page-limit';
import { AnswerThroughLinkHandler } from './answer-page/answer-through-link.command';
import { ReadLinkedQuestionnaireHandler } from './answer-page/read-linked-questionnaire.query';
import { AnswerQuestionnaireHandler } from './answer-questionnaire/answer-questionnaire.command';
import { CreateQuestionnaireHandler } from './create-questionnaire/create-questionnaire.command';
import { GetQuestionnaireTemplatesHandler } from './get-questionnaire-templates/get-questionnaire-templates.query';
import { GetQuestionnaireHandler } from './get-questionnaire/get-questionnaire.query';
import { GetQuestionnairesHandler } from './get-questionnaires/get-questionnaires.query';
import { GetReceivedQuestionnairesHandler } from './get-received-questionnaires/get-received-questionnaires.query';
import { ImportQuestionnaireAnswersHandler } from './import-questionnaire-answers/import-questionnaire-answers.command';
import { QuestionnaireFindings } from './questionnaire-findings';
import { QuestionnaireLinks } from './questionnaire-links';
import { QuestionnaireUpkeep } from './questionnaire-upkeep';
import { QuestionnairesController } from './questionnaires.controller';
import { ReviewQuestionnaireHandler } from './review-questionnaire/review-questionnaire.command';
import { SendQuestionnaireHandler } from './send-questionnaire/send-questionnaire.command';
import { SubmitQuestionnaireHandler } from './submit-questionnaire/submit-questionnaire.command';
import { TemplateImport } from './template-import';

@Module({
  controllers: [AnswerPageController, QuestionnairesController],
  providers: [
    AnswerPageLimit,
    AnswerQuestionnaireHandler,
    AnswerThroughLinkHandler,
    CreateQuestionnaireHandler,
    GetQuestionnaireHandler,
    GetQuestionnairesHandler,
    GetQuestionnaireTemplatesHandler,
    GetReceivedQuestionnairesHandler,
    ImportQuestionnaireAnswersHandler,
    QuestionnaireFindings,
    QuestionnaireLinks,
    QuestionnaireUpkeep,
    ReadLinkedQuestionnaireHandler,
    ReviewQuestionnaireHandler,
    SendQuestionnaireHandler,
    SubmitQuestionnaireHandler,
    TemplateImport,
  ],
})
export class QuestionnairesModule {}
