import { isUuid } from '#platform/fields/uuid';

export type OrnView = 'vrm' | 'self';

/** The organization that owns the object, and the view. */
export interface OrnScope {
  view: OrnView;
  owner: string;
}

export interface ObservationOrn extends OrnScope {
  /** Opaque to callers. Stored keys are the ids of observations; a key of another form is simply unknown. */
  key: string;
}

export interface GroupOrn extends OrnScope {
  /** A CVE id or an observation type. */
  key: string;
}

const KEY = /^[A-Za-z0-9._~-]{1,64}$/;
const OWNER = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
/** An id that no observation has. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';
const MAX_LENGTH = 1024;

export function printOrn({ view, key, owner }: ObservationOrn): string {
  return `orn:1:observation:${view}:${key}:${owner}`;
}

/** The parts of an observation's ORN; undefined when the text is not an ORN. */
export function parseOrn(text: string): ObservationOrn | undefined {
  const parts = split(text, 'observation');
  return parts && KEY.test(parts.key) ? parts : undefined;
}

/** The id under which the observation would be stored. */
export function observationIdOf({ key }: ObservationOrn): string {
  return isUuid(key) && key === key.toLowerCase() ? key : UNKNOWN_ID;
}

export function printGroupOrn({ view, key, owner }: GroupOrn): string {
  return `orn:1:observation-group:${view}:${encodeURIComponent(key)}:${owner}`;
}

export function parseGroupOrn(text: string): GroupOrn | undefined {
  const parts = split(text, 'observation-group');
  if (!parts) return undefined;
  try {
    const key = decodeURIComponent(parts.key);
    // One spelling per group: a key that would print differently is refused.
    return encodeURIComponent(key) === parts.key && !key.includes('\u0000') ? { ...parts, key } : undefined;
  } catch {
    return undefined;
  }
}

/** The owner is returned in lower case, as domains are stored. */
function split(text: string, kind: string): { view: OrnView; key: string; owner: string } | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [scheme, version, type, view, key, owner, ...rest] = text.split(':');
  if (scheme !== 'orn' || version !== '1' || type !== kind || rest.length > 0) return undefined;
  if ((view !== 'vrm' && view !== 'self') || !key || !owner || !OWNER.test(owner)) return undefined;
  return { view, key, owner: owner.toLowerCase() };
}
