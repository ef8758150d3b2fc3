import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { NextFunction, Request, Response } from 'express';
import { PermissionDenied } from '#platform/errors/api-error';

/** Keeps other people's web pages away from an agent's endpoint: a name re-pointed at this address, a page of another origin. */
export function refuseForeignHosts(baseUrl: string) {
  const own = new URL(baseUrl);
  return ({ headers }: Request, _response: Response, next: NextFunction): void => {
    next(foreignHost(own, headers.host) ?? foreignOrigin(own, headers.host, headers.origin));
  };
}

export function foreignHost(own: URL, host: string | undefined): PermissionDenied | undefined {
  if (validateHostHeader(host, [own.hostname, ...localhostAllowedHostnames()]).ok) return undefined;
  return new PermissionDenied(`Call this service as ${own.host}: the Host header names another.`, 'HOST_NOT_ALLOWED');
}

/** Browsers alone send an Origin. The host was checked before, so a page is ours when it names the same one. */
export function foreignOrigin(own: URL, host: string | undefined, origin: string | undefined): PermissionDenied | undefined {
  if (origin === undefined || origin === own.origin || (URL.canParse(origin) && new URL(origin).host === host)) return undefined;
  return new PermissionDenied('Web pages of another origin may not call this service.', 'ORIGIN_NOT_ALLOWED');
}
