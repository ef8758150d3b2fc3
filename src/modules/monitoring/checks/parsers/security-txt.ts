export interface SecurityTxt {
  contacts: string[];
  /** Undefined when missing or unreadable. */
  expires?: Date;
}

const MAX_CONTACTS = 20;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[tT ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[zZ]|[+-]\d{2}:\d{2})$/;

/** The contact and expiry fields of RFC 9116. A signature around the text is ignored. */
export function parseSecurityTxt(text: string): SecurityTxt {
  const found: SecurityTxt = { contacts: [] };
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon === -1 || line.startsWith('#')) continue;
    const value = line.slice(colon + 1).trim();
    const name = line.slice(0, colon).trim().toLowerCase();
    if (name === 'contact' && value !== '' && found.contacts.length < MAX_CONTACTS) found.contacts.push(value);
    if (name === 'expires') found.expires ??= dateOf(value);
  }
  return found;
}

function dateOf(text: string): Date | undefined {
  const time = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}
