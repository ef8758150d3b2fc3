import { randomUUID } from 'node:crypto';

const WELL_FORMED = /^[\x21-\x7e]{1,128}$/;

/** The caller's own id when it sent a well-formed one, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : `req_${randomUUID().replaceAll('-', '')}`;
}
