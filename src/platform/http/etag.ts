import { hash } from 'node:crypto';

/** The tag of a representation. Weak: the same content may travel compressed or not. */
export function etagOf(content: string | Buffer): string {
  return `W/"${hash('sha1', content, 'base64url')}"`;
}

/** Whether one of the tags a caller sent, or `*`, is this one; compared weakly, since all of ours are weak. */
export function etagMatches(header: string | undefined, tag: unknown): boolean {
  if (header === undefined || typeof tag !== 'string') return false;
  if (header.trim() === '*') return true;
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => bare(candidate) === bare(tag));
}
