import { domainToASCII } from 'node:url';

export const MAX_NAME_LENGTH = 253;
export const MAX_LABEL_LENGTH = 63;
const NOT_ASCII = /[^\0-\x7f]/;
/** Normalization turns the others into a plain dot. */
const DOTS = /[.\u3002\uff0e\uff61]/;

/**
 * Why a name is too long to be one, also before it is normalized: no letter becomes shorter than one character. Checked first, because
 * normalizing takes time that grows with the square of the length.
 */
export function lengthProblem(name: string): string | undefined {
  const rooted = name.length - (DOTS.test(name.at(-1) ?? '') ? 1 : 0);
  if (rooted > MAX_NAME_LENGTH) return `Longer than ${MAX_NAME_LENGTH} characters.`;
  const isLong = NOT_ASCII.test(name) && name.split(DOTS).some((label) => label.length > MAX_LABEL_LENGTH);
  return isLong ? `A label longer than ${MAX_LABEL_LENGTH} characters.` : undefined;
}

/** The name in ASCII (IDN as xn--), in lower case; empty when it is not a host name. */
export function asciiName(name: string): string {
  return lengthProblem(name) === undefined ? domainToASCII(name) : '';
}
