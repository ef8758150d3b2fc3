import { InvalidArgument } from '#platform/errors/api-error';

/** The largest form is that of a questionnaire: three fields for each of 200 questions. */
const MAX_FIELDS = 1000;
const AMPERSAND = 0x26;

/** The fields of a form. A name that is repeated has all its values. */
export function parseForm(bytes: Buffer): Record<string, string | string[]> {
  if (hasMore(bytes)) throw new InvalidArgument(`The form has more than ${MAX_FIELDS} fields.`, 'MALFORMED_FORM');
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    const earlier = fields[name];
    if (earlier === undefined) fields[name] = value;
    else if (typeof earlier === 'string') fields[name] = [earlier, value];
    else earlier.push(value);
  }
  return fields;
}

/** Counted before anything is parsed. */
function hasMore(bytes: Buffer): boolean {
  let fields = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0 && fields <= MAX_FIELDS; at = bytes.indexOf(AMPERSAND, at + 1)) fields += 1;
  return fields > MAX_FIELDS;
}
