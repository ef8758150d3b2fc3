import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { readKeySet } from '#platform/auth/client-keys';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { readNetworks } from '#platform/auth/read-networks';
import { checkedScopes } from '#platform/auth/read-scopes';
import type { Caller } from '#platform/identity/caller';
import { toIssued } from '../credential.dto';
import { assertNotWider } from '../not-wider';
import type { CreateCredentialRequest, CreateCredentialResponse } from './create-credential.dto';

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
    const { organizationId } = caller;
    const own = await this.credentials.get(caller.clientId, organizationId);
    const expiresAt = request.expiresAt ?? own.expiresAt;
    const spec = {
      name: request.name,
      scopes: checkedScopes(request.scopes),
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
      allowedNetworks: request.allowedNetworks ? readNetworks('allowedNetworks', request.allowedNetworks) : own.allowedNetworks,
      jwks: request.jwks && (await readKeySet(request.jwks)),
    };
    const { scopes, allowedNetworks } = spec;
    assertNotWider(caller, own, { scopes, ...(expiresAt !== undefined && { expiresAt }), ...(allowedNetworks && { allowedNetworks }) });
    const issued = await this.credentials.issue({ id: organizationId }, spec, caller);
    return toIssued(await this.credentials.get(issued.clientId), issued);
  }
}
