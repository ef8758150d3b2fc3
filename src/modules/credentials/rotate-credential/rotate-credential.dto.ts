import { Deadline, Int32 } from '#platform/fields/fields';
import { CredentialPath, IssuedCredentialResponse, KeySet } from '../credential.dto';

const MAX_OVERLAP_SECONDS = 2_592_000;

export class RotateCredentialRequest extends CredentialPath {
  @Int32({
    optional: true,
    max: MAX_OVERLAP_SECONDS,
    example: 86_400,
    description: 'How long the old secret or keys, and their tokens, stay valid: at most 30 days. Unset or 0: they end at once.',
  })
  overlapSeconds?: number;

  @Deadline({ optional: true, description: 'A new expiry, in the future and not after the calling credential. Unset: unchanged.' })
  expiresAt?: string;

  @KeySet('The new public keys, for a credential that has keys.')
  jwks?: object;
}

export class RotateCredentialResponse extends IssuedCredentialResponse {}
