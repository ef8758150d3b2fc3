import type { Enumeration } from './enumeration';
import { passesFastChecks, type Check, type Class } from './field-definition';

/** Texts with NUL, surrogates or variation selectors are left to class-validator, which counts their length differently. */
const SPECIAL = /\0|[\ud800-\udfff]|\ufe0e|\ufe0f/;

export const plainText =
  (min: number, max: number, { pattern, line }: { pattern?: RegExp | undefined; line?: boolean | undefined } = {}): Check =>
  (value) =>
    typeof value === 'string' &&
    value.length >= min &&
    value.length <= max &&
    !SPECIAL.test(value) &&
    (pattern?.test(value) ?? true) &&
    (!line || isLine(value));

export const plainNumber =
  (min = -Infinity, max = Infinity): Check =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;

export const listOf =
  (item: Check, min: number, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(item);

export const memberOf =
  (type: Enumeration): Check =>
  (value) =>
    typeof value === 'string' && type.numberOf(value) !== undefined;

export const nested =
  (type: () => Class): Check =>
  (value) =>
    value instanceof type() && passesFastChecks(type(), value);

/** Control characters, and those that break lines or turn the direction of text: a terminal or a log would act on them. */
const NOT_IN_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export function isLine(text: string): boolean {
  return !NOT_IN_LINE.test(text);
}

export function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
