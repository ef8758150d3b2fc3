import { CredentialPath, CredentialResponse } from '../credential.dto';

export class RevokeCredentialRequest extends CredentialPath {}

/** The revoked credential. */
export class RevokeCredentialResponse extends CredentialResponse {}
