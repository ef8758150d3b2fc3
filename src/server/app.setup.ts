import { NotFoundException, VersioningType, type INestApplication } from '@nestjs/common';
import type { Express, NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { TokenEndpointLimit } from '#platform/oauth/token-endpoint-limit';
import { OAUTH_PATH } from '#platform/oauth/paths';
import { Env } from '#platform/config/env';
import { InvalidArgument } from '#platform/errors/api-error';
import { Draining } from '#platform/health/draining';
import { CallLog } from '#platform/http/call-log';
import { Logger } from '#platform/logging/logger';
import { refuseForeignHosts } from '#platform/mcp/foreign-hosts';
import { ApiDescription } from '#platform/openapi/api-description';
import { SERVICE_API_VERSION, VERSION_HEADER } from '#platform/operations/api-version';
import { API_PREFIX, OperationRegistry } from '#platform/operations/operation.registry';

/** Majors live side by side under their own prefix. */
export const VERSIONING = { type: VersioningType.URI, prefix: 'public/v' } as const;

const MCP_PATH = `/${API_PREFIX}/mcp`;

/** Everything between the socket and the controllers; the same for the server, its tests and its scripts. */
export function setUp(app: INestApplication): void {
  const express = app.getHttpAdapter().getInstance() as Express;
  express.disable('x-powered-by');
  express.disable('etag');
  express.set('query parser', 'simple');
  // Express's own settings come too late: the adapter has made the router already.
  Object.assign(express.router, { caseSensitive: true, strict: true });
  express.set('trust proxy', app.get(Env).TRUST_PROXY);
  app.useLogger(app.get(Logger));
  app.enableVersioning(VERSIONING);

  const registry = app.get(OperationRegistry);
  app.use(
    oneAfterAnother([
      app.get(CallLog).middleware,
      securityHeaders(),
      below(`/${API_PREFIX}`, sayVersion),
      app.get(Draining).middleware,
      refuseHostless,
      refuseControlCharacters,
      below(MCP_PATH, refuseForeignHosts(app.get(Env).baseUrl)),
      refuseOptions,
      (request: Request, _response: Response, next: NextFunction) => {
        next(registry.mayRoute(request.method, request.path) ? undefined : new NotFoundException());
      },
      below(OAUTH_PATH, app.get(TokenEndpointLimit).middleware),
    ]),
  );
  app.get(ApiDescription).describes(app);
}

type Step = (request: Request, response: Response, next: NextFunction) => void;

/** Express searches its stack anew for each function it was given; these always run, so it is given one. */
function oneAfterAnother(steps: readonly unknown[]): Step {
  return (request, response, next) => {
    let index = 0;
    const go = (error?: unknown): void => {
      const step = steps[index++] as Step | undefined;
      if (error !== undefined || !step) next(error);
      else step(request, response, go);
    };
    go();
  };
}

function below(path: string, step: Step): Step {
  return (request, response, next) => {
    if (request.path === path || request.path.startsWith(`${path}/`)) step(request, response, next);
    else next();
  };
}

/** What a JSON answer needs; pages are for browsers, and get helmet's whole set. */
const JSON_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

function securityHeaders(): Step {
  const pages = pageHeaders();
  return (request, response, next) => {
    if (request.path.startsWith('/docs')) {
      pages(request, response, next);
      return;
    }
    for (const [name, value] of JSON_HEADERS) response.setHeader(name, value);
    next();
  };
}

/** Swagger UI needs inline styles; everything else is closed. */
function pageHeaders() {
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
}

function sayVersion(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader(VERSION_HEADER, SERVICE_API_VERSION);
  next();
}

/** Express would answer by itself; here a method that no route takes is refused like any other. */
function refuseOptions(request: Request, _response: Response, next: NextFunction): void {
  next(request.method === 'OPTIONS' ? new NotFoundException() : undefined);
}

/** HTTP/1.1 asks every call to name the host it is for. */
function refuseHostless({ headers, httpVersion }: Request, _response: Response, next: NextFunction): void {
  const nameless = headers.host === undefined && httpVersion === '1.1';
  next(nameless ? new InvalidArgument('The Host header is missing.', 'MALFORMED_REQUEST') : undefined);
}

/** Visible ASCII without an escape: there is nothing to decode. */
const PLAIN_ADDRESS = /^[!-$&-~]*$/;

/** NUL and its kin have no place in an address, encoded or not; caught here, they reach no handler and no database. */
function refuseControlCharacters(request: Request, _response: Response, next: NextFunction): void {
  if (PLAIN_ADDRESS.test(request.originalUrl)) {
    next();
    return;
  }
  let decoded: string;
  try {
    decoded = decodeURIComponent(request.originalUrl.replaceAll('+', '%20'));
  } catch {
    next(new InvalidArgument('The address is not properly percent-encoded.', 'MALFORMED_URL'));
    return;
  }
  // eslint-disable-next-line no-control-regex
  next(/[\u0000-\u001f\u007f]/.test(decoded) ? new InvalidArgument('The address holds control characters.', 'MALFORMED_URL') : undefined);
}
