/** How a setting is written: what it must be, and its value. Undefined when the text is not that. */
export interface Reader {
  must: string;
  read: (text: string) => unknown;
  /** The variable with `_FILE` may name a file with the value instead. */
  isSecret?: boolean;
}

const READERS = new Map<string, Reader>();

/** Every setting, by its name. */
export const settings: ReadonlyMap<string, Reader> = READERS;

const ON_OFF: Readonly<Record<string, boolean>> = { on: true, off: false };

function Setting(reader: Reader): PropertyDecorator {
  return (_, name) => {
    READERS.set(String(name), reader);
  };
}

/** A whole number. */
export function Whole(min: number, max: number): PropertyDecorator {
  const read = (text: string) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined);
  return Setting({ must: `a whole number from ${min} to ${max}`, read });
}

export function OnOff(): PropertyDecorator {
  return Setting({ must: 'on or off', read: (text) => ON_OFF[text.toLowerCase()] });
}

export function OneOf(...members: string[]): PropertyDecorator {
  return Setting({ must: `one of ${members.join(', ')}`, read: (text) => (members.includes(text) ? text : undefined) });
}

/** Text that matches. */
export function Text(must = 'text', matches: (text: string) => boolean = () => true): PropertyDecorator {
  return Setting({ must, read: (text) => (matches(text) ? text : undefined) });
}

/** Text that is a secret or contains one. */
export function Secret(must: string, matches: (text: string) => boolean): PropertyDecorator {
  return Setting({ must, read: (text) => (matches(text) ? text : undefined), isSecret: true });
}

/** Values separated by commas. */
export function List(must: string, matches: RegExp, { isSecret = false } = {}): PropertyDecorator {
  const read = (text: string) => {
    const items = text.split(',').map((item) => item.trim());
    return items.every((item) => matches.test(item)) ? items : undefined;
  };
  return Setting({ must: `${must}, separated by commas`, read, isSecret });
}
