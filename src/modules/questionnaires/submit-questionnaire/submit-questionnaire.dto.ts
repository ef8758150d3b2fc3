import { SUBMIT_EXAMPLE_ID } from '#platform/fields/example-ids';
import { Text } from '#platform/fields/fields';

export class SubmitQuestionnaireRequest {
  @Text({ max: 64, example: SUBMIT_EXAMPLE_ID, description: 'Id of a questionnaire that was sent to your organization.' })
  id!: string;
}
