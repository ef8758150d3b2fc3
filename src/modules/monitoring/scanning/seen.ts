import type { Seen } from '../scan';
import { messageOf } from './deadline';

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
