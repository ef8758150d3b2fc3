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
import { AnswerPageLimit } from '#modules/questionnaires/answer-page/answer-page-limit';
import { ANSWER_PATH } from '#modules/questionnaires/questionnaire-links';
import { API_PREFIX, OperationRegistry } from '#platform/operations/operation.registry';

/** Each major version has its own path prefix. */
export const VERSIONING = { type: VersioningType.URI, prefix: 'public/v' } as const;

const MCP_PATH = `/${API_PREFIX}/mcp`;

/** Sets up everything between the socket and the controllers, for the server, tests and scripts alike. */
export function setUp(app: INestApplication): void {
  const express = app.getHttpAdapter().getInstance() as Express;
  express.disable('x-powered-by');
  express.disable('etag');
  express.set('query parser', 'simple');
  // Express settings would be too late: the adapter has already created the router.
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
      below(`/${ANSWER_PATH}`, app.get(AnswerPageLimit, { strict: false }).middleware as Step),
    ]),
  );
  app.get(ApiDescription).describes(app);
}

type Step = (request: Request, response: Response, next: NextFunction) => void;

/** One function instead of several: Express searches its stack again for each middleware, and these always run. */
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

/** The security headers of JSON answers; HTML pages get helmet's full set. */
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

/** Swagger UI needs inline styles; everything else is disallowed. */
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

/** Express would answer OPTIONS itself; here it is refused like any other unsupported method. */
function refuseOptions(request: Request, _response: Response, next: NextFunction): void {
  next(request.method === 'OPTIONS' ? new NotFoundException() : undefined);
}

/** HTTP/1.1 requires a Host header. */
function refuseHostless({ headers, httpVersion }: Request, _response: Response, next: NextFunction): void {
  const isHostMissing = headers.host === undefined && httpVersion === '1.1';
  next(isHostMissing ? new InvalidArgument('The Host header is missing.', 'MALFORMED_REQUEST') : undefined);
}

/** Visible ASCII without percent-encoding: nothing to decode. */
const PLAIN_URL = /^[!-$&-~]*$/;

/** Refuses control characters in the URL, encoded or not, so that they never reach a handler or the database. */
function refuseControlCharacters(request: Request, _response: Response, next: NextFunction): void {
  if (PLAIN_URL.test(request.originalUrl)) {
    next();
    return;
  }
  let decoded: string;
  try {
    decoded = decodeURIComponent(request.originalUrl.replaceAll('+', '%20'));
  } catch {
    next(new InvalidArgument('The URL is not properly percent-encoded.', 'MALFORMED_URL'));
    return;
  }
  // eslint-disable-next-line no-control-regex
  next(/[\u0000-\u001f\u007f]/.test(decoded) ? new InvalidArgument('The URL contains control characters.', 'MALFORMED_URL') : undefined);
}
