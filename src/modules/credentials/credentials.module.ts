import { Module } from '@nestjs/common';
import { CreateCredentialHandler } from './create-credential/create-credential.command';
import { CredentialsController } from './credentials.controller';
import { GetCredentialsHandler } from './get-credentials/get-credentials.query';
import { RevokeCredentialHandler } from './revoke-credential/revoke-credential.command';
import { RotateCredentialHandler } from './rotate-credential/rotate-credential.command';

@Module({
  controllers: [CredentialsController],
  providers: [CreateCredentialHandler, GetCredentialsHandler, RevokeCredentialHandler, RotateCredentialHandler],
})
export class CredentialsModule {}
