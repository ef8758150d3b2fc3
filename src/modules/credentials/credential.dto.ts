import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { Authentication, CredentialInfo, IssuedCredential } from '#platform/auth/credential-admin';
import { MAX_NETWORKS } from '#platform/auth/read-networks';
import { enumeration, type MemberOf } from '#platform/fields/enumeration';
import { DateTime, Json, Member, Nested, Text, TextList } from '#platform/fields/fields';
import { EXAMPLE_CLIENT_ID } from '#platform/fields/example-ids';

export const CREDENTIAL_AUTHENTICATION = enumeration('CredentialAuthentication', 'CREDENTIAL_AUTHENTICATION', [
  'CLIENT_SECRET',
  'PRIVATE_KEY_JWT',
]);
type CredentialAuthentication = MemberOf<typeof CREDENTIAL_AUTHENTICATION>;

const AUTHENTICATION: Readonly<Record<Authentication, CredentialAuthentication>> = {
  client_secret: 'CREDENTIAL_AUTHENTICATION_CLIENT_SECRET',
  private_key_jwt: 'CREDENTIAL_AUTHENTICATION_PRIVATE_KEY_JWT',
};

/** Fields that a new credential and a listed one share. */
export const ALLOWED_NETWORKS = {
  max: 64,
  maxItems: MAX_NETWORKS,
  optional: true,
  example: ['192.0.2.0/24', '2001:db8::/32'],
  description: 'Networks or addresses that calls may come from, IPv4 and IPv6. Unset: from everywhere that the organization allows.',
};

export class Credential {
  @Text({ max: 64, example: EXAMPLE_CLIENT_ID })
  clientId!: string;

  @Text({ max: 255, example: 'SIEM export' })
  name!: string;

  @TextList({ max: 64, maxItems: 50, example: ['findings.read'] })
  scopes!: string[];

  @Member(CREDENTIAL_AUTHENTICATION, { description: 'How the client authenticates at the token endpoint.' })
  authentication!: CredentialAuthentication;

  @TextList(ALLOWED_NETWORKS)
  allowedNetworks?: string[];

  @DateTime()
  createdAt!: string;

  @DateTime({ optional: true, description: 'Absent when it does not expire.' })
  expiresAt?: string;

  @DateTime({ optional: true, description: 'To the minute, up to ten seconds late. Absent if never used.' })
  lastUsedAt?: string;

  @Text({ max: 64, optional: true, example: '192.0.2.7' })
  lastUsedAddress?: string;

  @DateTime({ optional: true })
  rotatedAt?: string;

  @DateTime({ optional: true, description: 'Until then the previous secret or keys work too.' })
  previousValidUntil?: string;

  @DateTime({ optional: true })
  revokedAt?: string;
}

/** Names a credential in a path. */
export class CredentialPath {
  @Text({ description: 'The credential, by its client id.', max: 64, pattern: /^[\x21-\x7e]+$/, example: EXAMPLE_CLIENT_ID })
  clientId!: string;
}

export class CredentialResponse {
  @Nested(() => Credential)
  credential!: Credential;
}

/** A credential with its secret. */
export class IssuedCredentialResponse extends CredentialResponse {
  @Text({
    max: 128,
    optional: true,
    example: 'vrs_…',
    description: 'Shown only in this answer. Absent when the client authenticates with its own keys.',
  })
  clientSecret?: string;
}

/** A JWK Set; the handler parses it with readKeySet. */
export function KeySet(description: string): PropertyDecorator {
  const schema: ApiPropertyOptions = {
    type: 'object',
    properties: { keys: { type: 'array', maxItems: 10, items: { type: 'object', additionalProperties: true } } },
    additionalProperties: false,
  };
  return Json(schema, { optional: true, description });
}

export function toCredential({ organization: _, authentication, ...info }: CredentialInfo): Credential {
  return { ...info, authentication: AUTHENTICATION[authentication] };
}

export function toIssued(info: CredentialInfo, { clientSecret }: IssuedCredential): IssuedCredentialResponse {
  return { credential: toCredential(info), ...(clientSecret !== undefined && { clientSecret }) };
}
