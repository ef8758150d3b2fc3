import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreateQuestionnaireHandler } from './create-questionnaire/create-questionnaire.command';
import { GetQuestionnaireTemplatesHandler } from './get-questionnaire-templates/get-questionnaire-templates.query';
import { GetQuestionnaireHandler } from './get-questionnaire/get-questionnaire.query';
import { GetQuestionnairesHandler } from './get-questionnaires/get-questionnaires.query';
import { QuestionnaireTemplateEntity } from './questionnaire-template.entity';
import { QuestionnaireEntity } from './questionnaire.entity';
import { QuestionnairesController } from './questionnaires.controller';
import { TemplateImport } from './template-import';

@Module({
  imports: [TypeOrmModule.forFeature([QuestionnaireEntity, QuestionnaireTemplateEntity])],
  controllers: [QuestionnairesController],
  providers: [
    CreateQuestionnaireHandler,
    GetQuestionnaireHandler,
    GetQuestionnairesHandler,
    GetQuestionnaireTemplatesHandler,
    TemplateImport,
  ],
})
export class QuestionnairesModule {}
