const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/** A delivery that did not come from the service, was altered, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface WebhookEvent<Data = unknown> {
  /** Such as observation.created. */
  type: string;
  timestamp: string;
  organization: { id: string; domain: string };
  data: Data[];
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a delivery, after its signature was verified (Standard Webhooks). `body` is the raw body, byte for byte. Pass several
 * secrets during a rotation.
 */
export async function verifyWebhook<Data = unknown>(
  secret: string | readonly string[],
  headers: HeaderValues,
  body: string | Uint8Array,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<WebhookEvent<Data>> {
  const id = read(headers, 'webhook-id');
  const timestamp = read(headers, 'webhook-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('The delivery is too old, or its clock differs.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = read(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => bytes(signature.slice('v1,'.length)));
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const raw = bytes(each.startsWith(SECRET_PREFIX) ? each.slice(SECRET_PREFIX.length) : each);
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(text) as WebhookEvent<Data>;
  }
  throw new WebhookError('No signature matches.');
}

function read(headers: HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError('A secret or signature is not base64.');
  }
}
