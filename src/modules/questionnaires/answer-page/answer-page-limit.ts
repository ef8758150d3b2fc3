import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { addressGroup } from '#platform/domains/address-group';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { Counters } from '#platform/rate-limit/counters';
import { renderMessage } from './answer-page.html';

const WINDOW_SECONDS = 60;
/** A person saves every few seconds at most. */
const MAX_PER_ADDRESS = 60;
/** Larger forms are refused before they are read. */
export const MAX_FORM_BYTES = 262_144;

const HEADERS = [
  ['Content-Security-Policy', "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"],
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
] as const;

/** Runs before the pages for people with a link: sets headers and limits calls per address. */
@Injectable()
export class AnswerPageLimit {
  constructor(private readonly counters: Counters) {}

  readonly middleware = (request: AuthenticatedRequest, response: Response, next: NextFunction): void => {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    this.counters.spend('answer-page', addressGroup(request.ip), MAX_PER_ADDRESS, WINDOW_SECONDS).then(({ allowed, resetSeconds }) => {
      const seconds = `Wait ${resetSeconds} seconds, then go back and try again. What you typed is still there.`;
      if (!allowed) say(response.setHeader('Retry-After', String(resetSeconds)), 429, 'Too many requests', seconds);
      else if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES)
        say(
          response,
          413,
          'Your answers are too long',
          'Go back, shorten the longest answers, and save again. What you typed is still there.',
        );
      else next();
    }, next);
  };
}

function say(response: Response, status: number, title: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(renderMessage(title, text));
}
