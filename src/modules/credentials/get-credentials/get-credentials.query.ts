import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CREDENTIAL_COLUMNS, CREDENTIAL_TABLES, toCredentialInfo, type CredentialRow } from '#platform/auth/credential-admin';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
import { toCredential } from '../credential.dto';
import type { GetCredentialsRequest, GetCredentialsResponse } from './get-credentials.dto';

export class GetCredentials extends Query<GetCredentialsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetCredentialsRequest,
  ) {
    super();
  }
}

const LIST = {
  columns: CREDENTIAL_COLUMNS,
  from: CREDENTIAL_TABLES,
  where: 'c.organization_id = $1',
  time: 'c.created_at',
  id: 'c.client_id',
  idType: 'text',
} as const;

@QueryHandler(GetCredentials)
export class GetCredentialsHandler implements IQueryHandler<GetCredentials> {
  constructor(private readonly newest: NewestFirst) {}

  async execute({ caller: { organizationId }, request }: GetCredentials): Promise<GetCredentialsResponse> {
    const { rows, totals } = await this.newest.page<CredentialRow>(LIST, { organizationId, binding: ['GetCredentials'], request });
    return { credentials: rows.map((row) => toCredential(toCredentialInfo(row))), ...totals };
  }
}
