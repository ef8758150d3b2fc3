import { CredentialPath, CredentialResponse } from '../credential.dto';

export class RevokeCredentialRequest extends CredentialPath {}

/** The credential as it was revoked. */
export class RevokeCredentialResponse extends CredentialResponse {}
