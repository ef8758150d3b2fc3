import { asciiName } from '#platform/domains/ascii-name';

/** Longer input cannot be a name of 253 characters, even with white space and escaping. */
const MAX_INPUT_LENGTH = 1000;
const PLAIN = /^[a-z0-9_*-]{1,63}(?:\.[a-z0-9_*-]{1,63})*$/;
const NOT_ASCII = /[\u0080-\uffff]/;

/** Normalizes a host name: lower case, ASCII (IDN as xn--), no trailing dot. Returns undefined for anything else. */
export function hostName(text: string): string | undefined {
  if (text.length > MAX_INPUT_LENGTH) return undefined;
  let name = text.trim();
  if (NOT_ASCII.test(name)) name = asciiName(name);
  name = name.toLowerCase();
  if (name.endsWith('.')) name = name.slice(0, -1);
  return name.length <= 253 && PLAIN.test(name) ? name : undefined;
}

/** Calls `find` with the name and then with each parent domain, and returns the first result. */
export function nearest<T>(name: string, find: (name: string) => T | undefined): T | undefined {
  for (let rest = name; ;) {
    const answer = find(rest);
    if (answer !== undefined) return answer;
    const dot = rest.indexOf('.');
    if (dot === -1) return undefined;
    rest = rest.slice(dot + 1);
  }
}
