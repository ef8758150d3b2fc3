import { hash } from 'node:crypto';

/**
 * The ETag of a representation. Weak, because the same content may be sent compressed or not. It may end in a dot and the
 * version of the writable fields; a hash contains no dot. If-None-Match compares the whole tag, If-Match the version.
 */
export function etagOf(content: string | Buffer, version?: string): string {
  const tag = hash('sha1', content, 'base64url');
  return version === undefined ? `W/"${tag}"` : `W/"${tag}.${version}"`;
}

/** A short hash of the fields that callers can write. */
export function versionOf(writable: object): string {
  return hash('sha1', JSON.stringify(writable), 'base64url').slice(0, 16);
}

/** Whether the header contains this tag or `*`; compared weakly, since all our tags are weak. */
export function etagMatches(header: string | undefined, tag: unknown): boolean {
  return typeof tag === 'string' && someTag(header, (candidate) => candidate === bare(tag));
}

/** Whether the header contains `*` or a tag with this version. */
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
