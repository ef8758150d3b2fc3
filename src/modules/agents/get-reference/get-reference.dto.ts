import { Nested, Text } from '#platform/fields/fields';

const TOPIC = { max: 200, example: 'filters/observations' };

export class GetReferenceRequest {
  @Text({ ...TOPIC, description: 'filters/observations, filters/vendors, scoring, or tools/ with the name of a tool.' })
  topic!: string;
}

export class ReferenceText {
  @Text(TOPIC) topic!: string;
  @Text({ max: 200, example: 'Filters of GetObservations' }) title!: string;
  @Text({ max: 1_000_000, description: 'Markdown; for tools/ JSON.' }) text!: string;
}

export class GetReferenceResponse {
  @Nested(() => ReferenceText)
  reference!: ReferenceText;
}
