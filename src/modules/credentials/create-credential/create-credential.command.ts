import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { readKeySet } from '#platform/auth/client-keys';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { readNetworks } from '#platform/auth/read-networks';
import { checkedScopes } from '#platform/auth/read-scopes';
import { FailedPrecondition } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { toIssued } from '../credential.dto';
import { assertHeld } from '../held-scopes';
import type { CreateCredentialRequest, CreateCredentialResponse } from './create-credential.dto';

const MAX_LIVE = 1000;

export class CreateCredential extends Command<CreateCredentialResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: CreateCredentialRequest,
  ) {
    super();
  }
}

@CommandHandler(CreateCredential)
export class CreateCredentialHandler implements ICommandHandler<CreateCredential> {
  constructor(private readonly credentials: CredentialAdmin) {}

  async execute({ caller, request }: CreateCredential): Promise<CreateCredentialResponse> {
    const scopes = checkedScopes(request.scopes);
    assertHeld(caller, scopes);
    const { organizationId } = caller;
    const spec = {
      name: request.name,
      scopes,
      expiresAt: request.expiresAt === undefined ? undefined : new Date(request.expiresAt),
      allowedNetworks: request.allowedNetworks && readNetworks('allowedNetworks', request.allowedNetworks),
      jwks: request.jwks && (await readKeySet(request.jwks)),
    };
    if ((await this.credentials.countLive(organizationId)) >= MAX_LIVE)
      throw new FailedPrecondition(
        `An organization has at most ${MAX_LIVE} credentials: revoke those that are not used.`,
        'CREDENTIAL_LIMIT_REACHED',
      );
    const issued = await this.credentials.issue({ id: organizationId, domain: caller.organization.domain }, spec);
    return toIssued(await this.credentials.get(issued.clientId), issued);
  }
}
