import type { Request } from 'express';
import { OAuthError } from './oauth-error';

const MAX_LENGTH = 4096;

/** The parameters of an OAuth request, sent as a form or as JSON, each at most once. */
export function readParameters<Name extends string>(
  { query, body }: Pick<Request, 'query' | 'body'>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  if (Object.keys(query).length > 0) throw new OAuthError('invalid_request', 'Send the parameters in the body, not in the URL.');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new OAuthError('invalid_request', 'Send a form or a JSON object.');
  const fields: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || value.length > MAX_LENGTH)
      throw new OAuthError('invalid_request', `${name} must be given once, as text.`);
    fields[name] = value;
  }
  return fields;
}
