import { domainToASCII } from 'node:url';

/** Nothing longer can become a name of 253 characters, whatever white space or escaping is around it. */
const LONGEST_INPUT = 1000;
const PLAIN = /^[a-z0-9_*-]{1,63}(?:\.[a-z0-9_*-]{1,63})*$/;
const NOT_ASCII = /[\u0080-\uffff]/;

/** A host name as it is compared everywhere: lower case, ASCII (IDN as xn--), no final dot; undefined for anything else. */
export function hostName(text: string): string | undefined {
  if (text.length > LONGEST_INPUT) return undefined;
  let name = text.trim();
  if (NOT_ASCII.test(name)) name = domainToASCII(name);
  name = name.toLowerCase();
  if (name.endsWith('.')) name = name.slice(0, -1);
  return name.length <= 253 && PLAIN.test(name) ? name : undefined;
}

/** The first of the name itself and the names above it, longest first, for which `find` answers. Cuts on whole labels only. */
export function nearest<T>(name: string, find: (name: string) => T | undefined): T | undefined {
  for (let rest = name; ;) {
    const answer = find(rest);
    if (answer !== undefined) return answer;
    const dot = rest.indexOf('.');
    if (dot === -1) return undefined;
    rest = rest.slice(dot + 1);
  }
}
