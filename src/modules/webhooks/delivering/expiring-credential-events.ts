import { Injectable } from '@nestjs/common';
import { ExpiringCredentials } from '#platform/auth/expiring-credentials';
import { recordEvent } from '#platform/events/record-event';

/** Records events for credentials that expire within 30 days, in the transaction that announces them. */
@Injectable()
export class ExpiringCredentialEvents {
  constructor(expiring: ExpiringCredentials) {
    expiring.onExpiring(async (tx, credentials) => {
      for (const { organizationId, clientId, name, expiresAt } of credentials)
        await recordEvent(tx, organizationId, 'credential.expiring', [{ clientId, name, expiresAt: expiresAt.toISOString() }]);
    });
  }
}
