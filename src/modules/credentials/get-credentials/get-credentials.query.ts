import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SELECT_CREDENTIALS, toCredentialInfo, type CredentialRow } from '#platform/auth/credential-admin';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { Cursors } from '#platform/paging/cursors';
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

/** Above every client id, which are ASCII. */
const NEWEST = ['infinity', '~'];

const PAGE = `
  ${SELECT_CREDENTIALS}
   WHERE c.organization_id = $1 AND (c.created_at, c.client_id) < ($2::timestamptz, $3)
   ORDER BY c.created_at DESC, c.client_id DESC
   LIMIT $4 OFFSET $5`;
const COUNT = `SELECT count(*)::int AS total FROM oauth_client WHERE organization_id = $1`;

@QueryHandler(GetCredentials)
export class GetCredentialsHandler implements IQueryHandler<GetCredentials> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetCredentials): Promise<GetCredentialsResponse> {
    const organization = caller.organizationId;
    const page = await this.cursors.page([organization, 'GetCredentials'], request);
    const [at, id] = page.place ?? NEWEST;
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<CredentialRow>(organization, PAGE, [organization, at, id, page.fetched, page.offset]),
      this.database.lists.read<{ total: number }>(organization, COUNT, [organization]),
    ]);
    const { shown, next } = page.cut(rows, (row) => [row.createdAt.toISOString(), row.clientId]);
    return { credentials: shown.map((row) => toCredential(toCredentialInfo(row))), totalCount: count?.total ?? 0, ...next };
  }
}
