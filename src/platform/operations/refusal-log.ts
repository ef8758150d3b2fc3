import { Injectable } from '@nestjs/common';
import { RefusedCalls } from '#platform/audit/refused-calls';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { OperationRegistry } from './operation.registry';

/** Refused tokens whose signature was valid, so that their claims about the credential are true. */
const SIGNED = new Set(['TOKEN_EXPIRED', 'CREDENTIAL_REVOKED']);
/** Refused whatever the call was. */
const OF_THE_CALLER = new Set(['ADDRESS_NOT_ALLOWED']);

/** Decides which refusals go to the audit log: failed authentications, and writes without permission. */
@Injectable()
export class RefusalLog {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly refused: RefusedCalls,
  ) {}

  note(request: AuthenticatedRequest, status: number, reason: string): void {
    if (status === 401) {
      const clientId = request.claimedClient ?? (SIGNED.has(reason) ? clientOf(request.headers.authorization) : undefined);
      this.add(request, request.operation === 'Token' ? 'Token' : 'Authenticate', reason, clientId);
      return;
    }
    const { caller, operation } = request as Partial<AuthenticatedRequest>;
    const effect = this.registry.find(operation ?? '')?.spec.effect ?? 'read';
    if (status === 403 && (effect !== 'read' || OF_THE_CALLER.has(reason))) {
      this.add(request, operation ?? 'Authenticate', reason, caller?.clientId ?? request.claimedClient);
    }
  }

  private add({ surface, requestId, ip }: AuthenticatedRequest, operation: string, reason: string, clientId: string | undefined): void {
    this.refused.note({
      clientId,
      surface: surface === 'mcp' ? 'AUDIT_SURFACE_MCP' : 'AUDIT_SURFACE_REST',
      operation,
      reason,
      requestId,
      ...(ip !== undefined && { sourceAddress: ip }),
    });
  }
}

function clientOf(authorization = ''): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const id = (claims as { client_id?: unknown } | null)?.client_id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
