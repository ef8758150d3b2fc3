import { Deadline, Text, TextList } from '#platform/fields/fields';
import { ALLOWED_NETWORKS, IssuedCredentialResponse, KeySet } from '../credential.dto';

export class CreateCredentialRequest {
  @Text({ max: 255, trim: true, line: true, example: 'SIEM export', description: 'What it is for.' })
  name!: string;

  @TextList({
    max: 64,
    minItems: 1,
    maxItems: 50,
    example: ['findings.read', 'vendor-directory.read'],
    description: 'Scopes that the calling token holds itself.',
  })
  scopes!: string[];

  @Deadline({ optional: true, description: 'In the future, and not after the calling credential. Unset: as the calling credential.' })
  expiresAt?: string;

  @TextList({
    ...ALLOWED_NETWORKS,
    description: `Networks within those of the calling credential. Unset: the same ones. ${ALLOWED_NETWORKS.description}`,
  })
  allowedNetworks?: string[];

  @KeySet('Public keys (RFC 7517) that verify the assertions of the client (private_key_jwt); it gets no secret then.')
  jwks?: object;
}

export class CreateCredentialResponse extends IssuedCredentialResponse {}
