import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { readKeySet } from '#platform/auth/client-keys';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import type { Caller } from '#platform/identity/caller';
import { toIssued } from '../credential.dto';
import { assertNotWider } from '../not-wider';
import type { RotateCredentialRequest, RotateCredentialResponse } from './rotate-credential.dto';

export class RotateCredential extends Command<RotateCredentialResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RotateCredentialRequest,
  ) {
    super();
  }
}

@CommandHandler(RotateCredential)
export class RotateCredentialHandler implements ICommandHandler<RotateCredential> {
  constructor(private readonly credentials: CredentialAdmin) {}

  async execute({ caller, request }: RotateCredential): Promise<RotateCredentialResponse> {
    const { clientId, overlapSeconds, expiresAt, jwks } = request;
    const { organizationId } = caller;
    const own = await this.credentials.get(caller.clientId, organizationId);
    const before = await this.credentials.get(clientId, organizationId);
    assertNotWider(caller, own, before);
    assertNotWider(caller, own, { ...before, ...(expiresAt !== undefined && { expiresAt }) });
    const rotation = {
      overlapSeconds,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
      jwks: jwks && (await readKeySet(jwks)),
    };
    const issued = await this.credentials.rotate(clientId, rotation, caller);
    return toIssued(await this.credentials.get(clientId), issued);
  }
}
