import { DateTime, Int32 } from '#platform/http/fields';
import { CredentialPath, IssuedCredentialResponse, KeySet } from '../credential.dto';

const MAX_OVERLAP_SECONDS = 2_592_000;

export class RotateCredentialRequest extends CredentialPath {
  @Int32({
    optional: true,
    max: MAX_OVERLAP_SECONDS,
    example: 86_400,
    description: 'How long the old secret or keys, and their tokens, go on working: at most 30 days. Unset or 0: they end at once.',
  })
  overlapSeconds?: number;

  @DateTime({ optional: true, description: 'A new end, in the future. Unset: it stays as it is.' })
  expiresAt?: string;

  @KeySet('The public keys that take over, for a credential that has keys.')
  jwks?: object;
}

export class RotateCredentialResponse extends IssuedCredentialResponse {}
