import { SUBMIT_EXAMPLE_ID } from '#platform/http/example-ids';
import { Text } from '#platform/http/fields';

export class SubmitQuestionnaireRequest {
  @Text({ max: 64, example: SUBMIT_EXAMPLE_ID, description: 'Id of a questionnaire that was sent to your organization.' })
  id!: string;
}
