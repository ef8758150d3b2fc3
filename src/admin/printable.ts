/** Control characters, and those that are invisible or change the order of text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text that cannot steer a terminal: escaped as in JSON, so that a JSON document keeps its meaning. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) =>
    [...Array(character.length).keys()].map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** A result whose texts are all printable. */
export function printableResult<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T;
  if (Array.isArray(value)) return value.map(printableResult) as T;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, printableResult<unknown>(each)])) as T;
}
