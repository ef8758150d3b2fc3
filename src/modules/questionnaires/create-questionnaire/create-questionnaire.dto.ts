import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Deadline, Nested, Text } from '#platform/fields/fields';
import { Questionnaire, TEMPLATE_ID } from '../questionnaire.dto';

export class CreateQuestionnaireRequest {
  @Text(TEMPLATE_ID)
  templateId!: string;

  @Text({ max: 64, example: EXAMPLE_ID, description: 'Id of a vendor in the directory (Vendor.id).' })
  vendorId!: string;

  @Deadline({ optional: true, example: '2026-12-15T00:00:00Z', description: 'When the answers are due.' })
  dueAt?: string;
}

export class CreateQuestionnaireResponse {
  @Nested(() => Questionnaire)
  questionnaire!: Questionnaire;
}
