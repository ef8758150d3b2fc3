import type { Enumeration } from './enumeration';
import { passesFastChecks, type Check, type Class } from './field-definition';

/** Texts with NUL, surrogates or variation selectors are left to class-validator, which counts their length differently. */
const SPECIAL = /\0|[\ud800-\udfff]|\ufe0e|\ufe0f/;

export const plainText =
  (min: number, max: number, pattern?: RegExp): Check =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max && !SPECIAL.test(value) && (pattern?.test(value) ?? true);

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

export function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
