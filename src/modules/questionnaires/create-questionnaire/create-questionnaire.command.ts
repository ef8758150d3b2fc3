import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { isUuid } from '#platform/fields/uuid';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { VendorNotFound, VendorOffboarded } from '#modules/vendors/vendor.errors';
import { QuestionnaireTemplateEntity } from '../questionnaire-template.entity';
import { toQuestionnaire } from '../questionnaire.dto';
import { QuestionnaireEntity } from '../questionnaire.entity';
import { QUESTIONNAIRE_STATUS } from '../questionnaire.enums';
import type { CreateQuestionnaireRequest, CreateQuestionnaireResponse } from './create-questionnaire.dto';

export class CreateQuestionnaire extends Command<CreateQuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: CreateQuestionnaireRequest,
  ) {
    super();
  }
}

@CommandHandler(CreateQuestionnaire)
export class CreateQuestionnaireHandler implements ICommandHandler<CreateQuestionnaire> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: CreateQuestionnaire): Promise<CreateQuestionnaireResponse> {
    const { organizationId } = caller;
    const { templateId, vendorId, dueAt } = request;
    if (!isUuid(vendorId)) throw new VendorNotFound(vendorId);
    return this.database.transaction(organizationId, async (tx) => {
      // Locks the vendor, so that it cannot be offboarded or deleted before the questionnaire is stored.
      const vendor = await tx.findOne(VendorEntity, { where: { organizationId, id: vendorId }, lock: { mode: 'pessimistic_read' } });
      if (!vendor) throw new VendorNotFound(vendorId);
      if (vendor.lifecycleStatus === LIFECYCLE.OFFBOARDED) throw new VendorOffboarded(vendor.domainName);
      const template = await tx.findOneBy(QuestionnaireTemplateEntity, { id: templateId });
      if (!template) throw new NotFound('questionnaire template', templateId);
      const now = new Date();
      const questionnaire = {
        organizationId,
        id: uuidv7(),
        templateId,
        templateName: template.name,
        vendorId: vendor.id,
        vendorDomain: vendor.domainName,
        status: QUESTIONNAIRE_STATUS.stored.DRAFT,
        sections: template.sections,
        questionCount: template.questionCount,
        answeredCount: 0,
        dueAt: dueAt === undefined ? null : new Date(dueAt),
        version: 0,
        sentAt: null,
        remindedAt: null,
        submittedAt: null,
        reviewedAt: null,
        createdAt: now,
        updatedAt: now,
      };
      await tx.insert(QuestionnaireEntity, questionnaire);
      const target = { type: 'questionnaire', id: questionnaire.id, displayName: `${template.name} for ${vendor.domainName}` };
      await recordAudit(tx, caller, { targets: [target], changes: changesBetween(undefined, { templateId, vendorId, dueAt }) });
      return { questionnaire: toQuestionnaire(questionnaire) };
    });
  }
}
