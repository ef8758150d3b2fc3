import type { Seen } from '../scan';

/** A seen value, or why it could not be seen. */
export async function seen<T>(read: () => Promise<T>): Promise<Seen<T>> {
  try {
    return { seen: await read() };
  } catch (error) {
    return { unknown: messageOf(error) };
  }
}

/** The value; throws when it is unknown. */
export function valueOf<T>(part: Seen<T>): T {
  if ('unknown' in part) throw new Error(part.unknown);
  return part.seen;
}

/** `C0F7D8:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:../deps/…/rec_layer_s3.c:1605:…` */
const OPENSSL_ERROR = /(?:[0-9A-F]{1,16}:)?error:[0-9A-F]{1,8}:[^:\n]*:[^:\n]*:([^:\n]*)[^\n]*\n?/gi;

/** What went wrong, the same for the same fault: of OpenSSL's text, which has a thread id and a path of its build, only the reason. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(OPENSSL_ERROR, '$1').trim() : String(error);
}
