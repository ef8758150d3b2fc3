import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { NextFunction, Request, Response } from 'express';
import { PermissionDenied } from '#platform/errors/api-error';

/** Protects the MCP endpoint from foreign web pages: against DNS rebinding (Host) and other origins (Origin). */
export function refuseForeignHosts(baseUrl: string) {
  const own = new URL(baseUrl);
  return ({ headers }: Request, _response: Response, next: NextFunction): void => {
    next(foreignHost(own, headers.host) ?? foreignOrigin(own, headers.host, headers.origin));
  };
}

export function foreignHost(own: URL, host: string | undefined): PermissionDenied | undefined {
  if (validateHostHeader(host, [own.hostname, ...localhostAllowedHostnames()]).ok) return undefined;
  return new PermissionDenied(`The Host header must be ${own.host}.`, 'HOST_NOT_ALLOWED');
}

/** Only browsers send an Origin. The Host is already checked, so a page is ours when its origin has the same host. */
export function foreignOrigin(own: URL, host: string | undefined, origin: string | undefined): PermissionDenied | undefined {
  if (origin === undefined || origin === own.origin || (URL.canParse(origin) && new URL(origin).host === host)) return undefined;
  return new PermissionDenied('Web pages of another origin may not call this service.', 'ORIGIN_NOT_ALLOWED');
}
