import { hash } from 'node:crypto';

/**
 * The tag of a representation. Weak: the same content may travel compressed or not. With a version it also names the
 * state of the writable fields, behind a dot that no hash contains: If-None-Match compares the whole, If-Match the version.
 */
export function etagOf(content: string | Buffer, version?: string): string {
  const tag = hash('sha1', content, 'base64url');
  return version === undefined ? `W/"${tag}"` : `W/"${tag}.${version}"`;
}

/** A short name for the state of the fields that callers can write. */
export function versionOf(writable: object): string {
  return hash('sha1', JSON.stringify(writable), 'base64url').slice(0, 16);
}

/** Whether one of the tags a caller sent, or `*`, is this one; compared weakly, since all of ours are weak. */
export function etagMatches(header: string | undefined, tag: unknown): boolean {
  return typeof tag === 'string' && someTag(header, (candidate) => candidate === bare(tag));
}

/** Whether one of the tags a caller sent, or `*`, is of a representation with this version. */
export function versionMatches(header: string, version: string): boolean {
  return someTag(header, (candidate) => candidate.endsWith(`.${version}"`));
}

function someTag(header: string | undefined, matches: (tag: string) => boolean): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((candidate) => matches(bare(candidate)));
}

function bare(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
