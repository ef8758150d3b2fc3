import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { isUuid } from '#platform/http/uuid';
import { VENDOR_LIFECYCLE_STATUS } from '#modules/vendors/vendor.enums';
import { VendorNotFound, VendorOffboarded } from '#modules/vendors/vendor.errors';
import { QUESTIONNAIRE_COLUMNS, toQuestionnaire, type QuestionnaireRow } from '../questionnaire.dto';
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

const OFFBOARDED = VENDOR_LIFECYCLE_STATUS.toNumber('VENDOR_LIFECYCLE_STATUS_OFFBOARDED');
const DRAFT = QUESTIONNAIRE_STATUS.toNumber('QUESTIONNAIRE_STATUS_DRAFT');

/** Holds the vendor: it is neither offboarded nor deleted before the questionnaire is there. */
const FIND_VENDOR = `
  SELECT domain_name AS domain, lifecycle_status AS status FROM vendor WHERE organization_id = $1 AND id = $2 FOR SHARE`;

/** Sections are copied: a later change of the template does not reach the questionnaire. */
const COPY = `
  INSERT INTO questionnaire (organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, sections, question_count, due_at, created_at, updated_at)
  SELECT $1, $2, t.id, t.name, $3, $4, ${DRAFT}, t.sections, t.question_count, $5, $6, $6
    FROM questionnaire_template t WHERE t.id = $7
  RETURNING ${QUESTIONNAIRE_COLUMNS}`;

@CommandHandler(CreateQuestionnaire)
export class CreateQuestionnaireHandler implements ICommandHandler<CreateQuestionnaire> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId }, request }: CreateQuestionnaire): Promise<CreateQuestionnaireResponse> {
    const { templateId, vendorId, dueAt = null } = request;
    if (!isUuid(vendorId)) throw new VendorNotFound(vendorId);
    return this.database.transaction(organizationId, async (tx) => {
      const [vendor] = await tx.query<{ domain: string; status: number }[]>(FIND_VENDOR, [organizationId, vendorId]);
      if (!vendor) throw new VendorNotFound(vendorId);
      if (vendor.status === OFFBOARDED) throw new VendorOffboarded(vendor.domain);
      const values = [organizationId, uuidv7(), vendorId, vendor.domain, dueAt, new Date(), templateId];
      const [row] = await tx.query<QuestionnaireRow[]>(COPY, values);
      if (!row) throw new NotFound('questionnaire template', templateId);
      return { questionnaire: toQuestionnaire(row) };
    });
  }
}
