import { createParamDecorator, type ArgumentsHost, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Decisions } from './decisions';
import type { Scope } from './scope';

export interface CallerOrganization {
  id: string;
  name: string;
  /** The primary domain: the owner in ORNs. */
  domain: string;
  /** Every verified domain, the primary one included. */
  domains: readonly string[];
  vrmEnabled: boolean;
  vrmUntil: number | undefined;
  rateLimitPerMinute: number | undefined;
}

/** The two interfaces. Each has its own rate-limit counter. */
export type Surface = 'rest' | 'mcp';

/** What the audit log records about a write besides the caller. */
export interface CallFacts {
  surface: Surface | 'admin';
  operation: string;
  requestId?: string;
  sourceAddress?: string;
}

/** The caller: always the first argument of a command or query, never ambient. */
export interface Caller {
  organizationId: string;
  organization: CallerOrganization;
  clientId: string;
  credentialName: string;
  /** Undefined when it does not expire. */
  credentialExpiresAt?: number | undefined;
  scopes: ReadonlySet<Scope>;
  /** Set for writes. A caller without them is shared by all calls with its token. */
  call?: CallFacts;
}

/** A request with what the service attaches to it. The caller is set once the token is verified, the operation once a route matches. */
export type AuthenticatedRequest = Request &
  Decisions & {
    caller: Caller;
    requestId: string;
    operation?: string;
    surface?: Surface;
    /** The status of an MCP tool call, whose failure is sent inside a 200. */
    outcome?: number;
    /** The client id in a token request. (Node keeps the socket under `client`.) */
    claimedClient?: string;
    /** Why the call was refused. */
    reason?: string;
    /** Size of the body that was read. */
    bodyBytes?: number;
  };

/** The caller of a write, with the facts of this call. */
export function writingCaller({ caller, surface = 'rest', requestId, ip }: AuthenticatedRequest, operation: string): Caller {
  return { ...caller, call: { surface, operation, requestId, ...(ip !== undefined && { sourceAddress: ip }) } };
}

/**
 * The request of an HTTP call. Every guard needs it; `switchToHttp()` would create three functions and change the context's
 * hidden class each time.
 */
export function requestOf(host: ArgumentsHost): AuthenticatedRequest {
  return host.getArgByIndex<AuthenticatedRequest>(0);
}

export function responseOf(host: ArgumentsHost): Response {
  return host.getArgByIndex<Response>(1);
}

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).caller);
