import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is slightly more than 2^256. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SECRET = /^vrs_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** `vrs_`, 43 random characters, and the CRC-32 of those in base 62. SECURITY.md describes it for secret scanners. */
export function newClientSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `vrs_${random}${checksum(random)}`;
}

/** Whether a text has the format of a secret of this service; scanners can check that offline. Secrets of release 1.0 have no checksum. */
export function isClientSecret(text: string): boolean {
  const [, random, sum] = SECRET.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
