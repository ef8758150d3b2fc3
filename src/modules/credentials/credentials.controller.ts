import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { EXAMPLE_CLIENT_ID, REVOKE_EXAMPLE_CLIENT_ID } from '#platform/fields/example-ids';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { CreateCredential } from './create-credential/create-credential.command';
import { CreateCredentialRequest, CreateCredentialResponse } from './create-credential/create-credential.dto';
import { GetCredentialsRequest, GetCredentialsResponse } from './get-credentials/get-credentials.dto';
import { GetCredentials } from './get-credentials/get-credentials.query';
import { RevokeCredential } from './revoke-credential/revoke-credential.command';
import { RevokeCredentialRequest, RevokeCredentialResponse } from './revoke-credential/revoke-credential.dto';
import { RotateCredential } from './rotate-credential/rotate-credential.command';
import { RotateCredentialRequest, RotateCredentialResponse } from './rotate-credential/rotate-credential.dto';

/** Not over MCP: a secret must not enter the context of a model. */
@ApiTags('Credentials')
@Controller({ path: 'credentials', version: '1' })
export class CredentialsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Operation({
    name: 'GetCredentials',
    summary: 'List the credentials of the organization, newest first',
    description: 'Without secrets. Shows what each may do, when it expires, and when and from where it was last used.',
    scopes: ['credentials.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    restOnly: true,
    refuses: {},
    sends: GetCredentials,
    request: GetCredentialsRequest,
    response: GetCredentialsResponse,
  })
  getCredentials(@CurrentCaller() caller: Caller, @Input() request: GetCredentialsRequest) {
    return this.queries.execute(new GetCredentials(caller, request));
  }

  @Post()
  @Operation({
    name: 'CreateCredential',
    summary: 'Create a credential',
    description:
      'The answer shows the client secret, once. With jwks the client authenticates with its own keys (private_key_jwt) and has no secret. It is never wider than the calling credential: more scopes are refused with SCOPE_MISSING, other networks and a later expiry with CREDENTIAL_WIDER.',
    scopes: ['credentials.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    restOnly: true,
    showsSecret: true,
    refuses: {
      400: ['EXPIRY_IN_THE_PAST', 'INVALID_KEY_SET', 'INVALID_NETWORK', 'SCOPE_UNKNOWN'],
      403: ['CREDENTIAL_WIDER'],
      409: ['CREDENTIAL_LIMIT_REACHED'],
    },
    sends: CreateCredential,
    request: CreateCredentialRequest,
    response: CreateCredentialResponse,
    example: {
      name: 'SIEM export',
      scopes: ['findings.read', 'vendor-directory.read'],
      allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'],
    },
  })
  createCredential(@CurrentCaller() caller: Caller, @Input() request: CreateCredentialRequest) {
    return this.commands.execute(new CreateCredential(caller, request));
  }

  @Post(':clientId/rotate')
  @Operation({
    name: 'RotateCredential',
    summary: 'Give a credential a new secret or new keys',
    description:
      'The answer shows the new client secret, once. The old one and its tokens end at once, or after overlapSeconds. A credential that is wider than the calling one is refused, with SCOPE_MISSING or CREDENTIAL_WIDER.',
    scopes: ['credentials.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    restOnly: true,
    showsSecret: true,
    refuses: {
      400: ['EXPIRY_IN_THE_PAST', 'INVALID_KEY_SET'],
      403: ['CREDENTIAL_WIDER'],
      404: ['CREDENTIAL_NOT_FOUND'],
      409: ['CREDENTIAL_AUTHENTICATION_DIFFERS', 'CREDENTIAL_REVOKED'],
    },
    sends: RotateCredential,
    request: RotateCredentialRequest,
    response: RotateCredentialResponse,
    example: { clientId: EXAMPLE_CLIENT_ID, overlapSeconds: 86_400 },
  })
  rotateCredential(@CurrentCaller() caller: Caller, @Input() request: RotateCredentialRequest) {
    return this.commands.execute(new RotateCredential(caller, request));
  }

  @Post(':clientId/revoke')
  @Operation({
    name: 'RevokeCredential',
    summary: 'Revoke a credential permanently',
    description:
      'Its secret and all its tokens stop working within a second. This cannot be undone. A credential that is wider than the calling one is refused, with SCOPE_MISSING or CREDENTIAL_WIDER.',
    scopes: ['credentials.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'destructive',
    restOnly: true,
    refuses: { 403: ['CREDENTIAL_WIDER'], 404: ['CREDENTIAL_NOT_FOUND'], 409: ['CREDENTIAL_REVOKED'] },
    sends: RevokeCredential,
    request: RevokeCredentialRequest,
    response: RevokeCredentialResponse,
    example: { clientId: REVOKE_EXAMPLE_CLIENT_ID },
    exampleOnce: 'CREDENTIAL_REVOKED',
  })
  revokeCredential(@CurrentCaller() caller: Caller, @Input() request: RevokeCredentialRequest) {
    return this.commands.execute(new RevokeCredential(caller, request));
  }
}
