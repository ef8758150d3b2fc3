import { isUuid } from '#platform/http/uuid';

export type OrnView = 'vrm' | 'self';

export interface ObservationOrn {
  view: OrnView;
  /** The observation's id. */
  key: string;
  owner: string;
}

export interface GroupOrn {
  view: OrnView;
  /** A CVE id or an observation type. */
  key: string;
  owner: string;
}

const OWNER = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const LONGEST = 1024;

export function printOrn({ view, key, owner }: ObservationOrn): string {
  return `orn:1:observation:${view}:${key}:${owner}`;
}

/** The parts of an observation's ORN; undefined when the text is none. */
export function parseOrn(text: string): ObservationOrn | undefined {
  const parts = split(text, 'observation');
  return parts && isUuid(parts.key) && parts.key === parts.key.toLowerCase() ? parts : undefined;
}

export function printGroupOrn({ view, key, owner }: GroupOrn): string {
  return `orn:1:observation-group:${view}:${encodeURIComponent(key)}:${owner}`;
}

export function parseGroupOrn(text: string): GroupOrn | undefined {
  const parts = split(text, 'observation-group');
  if (!parts) return undefined;
  try {
    const key = decodeURIComponent(parts.key);
    // One spelling per group: a key that would print differently is not one of ours.
    return encodeURIComponent(key) === parts.key && !key.includes('\u0000') ? { ...parts, key } : undefined;
  } catch {
    return undefined;
  }
}

function split(text: string, kind: string): { view: OrnView; key: string; owner: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const [scheme, version, type, view, key, owner, ...rest] = text.split(':');
  if (scheme !== 'orn' || version !== '1' || type !== kind || rest.length > 0) return undefined;
  if ((view !== 'vrm' && view !== 'self') || !key || !owner || !OWNER.test(owner)) return undefined;
  return { view, key, owner };
}
