import { DateTime, Nested, Text } from '#platform/http/fields';
import { Questionnaire, TEMPLATE_ID } from '../questionnaire.dto';

export class CreateQuestionnaireRequest {
  @Text(TEMPLATE_ID)
  templateId!: string;

  @Text({ max: 64, example: '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10', description: 'Id of a vendor of the directory (Vendor.id).' })
  vendorId!: string;

  @DateTime({ optional: true, example: '2026-12-15T00:00:00Z', description: 'When the answers are wanted.' })
  dueAt?: string;
}

export class CreateQuestionnaireResponse {
  @Nested(() => Questionnaire)
  questionnaire!: Questionnaire;
}
