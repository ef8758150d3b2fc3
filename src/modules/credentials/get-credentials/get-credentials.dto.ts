import { Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { Credential } from '../credential.dto';

export class GetCredentialsRequest extends PageRequest {
  @FieldNames(Credential, ['clientId'])
  fields?: string[];
}

export class GetCredentialsResponse {
  @NestedList(() => Credential, { maxItems: MAX_PAGE, description: 'Newest first, revoked ones included.' })
  credentials!: Credential[];

  @Int32({ example: 4, description: 'Credentials of the organization.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
