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

/** Who is calling: always the first argument of a message, never ambient. */
export interface Caller {
  organizationId: string;
  organization: CallerOrganization;
  clientId: string;
  credentialName: string;
  /** Undefined: it does not expire. */
  credentialExpiresAt?: number | undefined;
  scopes: ReadonlySet<Scope>;
}

/** Whether the organization sees its vendors (VRM) at this moment, or only itself. */
export function hasVrm(organization: Pick<CallerOrganization, 'vrmEnabled' | 'vrmUntil'>, now = Date.now()): boolean {
  return organization.vrmEnabled && (organization.vrmUntil === undefined || now < organization.vrmUntil);
}

/** The two ways in. Each has its own rate-limit counter. */
export type Surface = 'rest' | 'mcp';

/** What the service keeps on a request. The caller is set once the token is verified, the operation once a route matches. */
export type AuthenticatedRequest = Request &
  Decisions & {
    caller: Caller;
    requestId: string;
    operation?: string;
    surface?: Surface;
    /** The status of a tool call, whose failure travels inside a 200. */
    outcome?: number;
    /** The client id that a token request names. (Node keeps the socket under `client`.) */
    claimedClient?: string;
    /** Why the call was refused. */
    reason?: string;
    /** The size of the body that was read. */
    bodyBytes?: number;
  };

/** The request of an HTTP call. Every guard asks; `switchToHttp()` would create three functions and change the context's shape each time. */
export function requestOf(host: ArgumentsHost): AuthenticatedRequest {
  return host.getArgByIndex<AuthenticatedRequest>(0);
}

export function responseOf(host: ArgumentsHost): Response {
  return host.getArgByIndex<Response>(1);
}

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).caller);
