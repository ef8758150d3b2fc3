import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import type { Caller } from '#platform/identity/caller';
import { toCredential } from '../credential.dto';
import { assertNotWider } from '../not-wider';
import type { RevokeCredentialRequest, RevokeCredentialResponse } from './revoke-credential.dto';

export class RevokeCredential extends Command<RevokeCredentialResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RevokeCredentialRequest,
  ) {
    super();
  }
}

@CommandHandler(RevokeCredential)
export class RevokeCredentialHandler implements ICommandHandler<RevokeCredential> {
  constructor(private readonly credentials: CredentialAdmin) {}

  async execute({ caller, request }: RevokeCredential): Promise<RevokeCredentialResponse> {
    const { clientId, organizationId } = caller;
    if (request.clientId !== clientId) {
      const [own, other] = [
        await this.credentials.get(clientId, organizationId),
        await this.credentials.get(request.clientId, organizationId),
      ];
      assertNotWider(caller, own, other);
    }
    return { credential: toCredential(await this.credentials.revoke(request.clientId, caller)) };
  }
}
