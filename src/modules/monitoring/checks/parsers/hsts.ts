export interface Hsts {
  /** Seconds; undefined when missing or unreadable. */
  maxAge?: number;
  includeSubDomains: boolean;
  preload: boolean;
}

/**
 * Strict-Transport-Security according to RFC 6797. The first directive of a name applies, and of several headers the first one, also when a
 * proxy has joined them by commas. A comma in place of a semicolon makes a header invalid.
 */
export function parseHsts(text: string): Hsts {
  const hsts: Hsts = { includeSubDomains: false, preload: false };
  const [first = '', ...others] = text.split(',');
  if (!others.every((other) => /^[^=]*\bmax-age\s*=/i.test(other))) return hsts;
  for (const part of first.split(';')) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim());
    switch (name.toLowerCase()) {
      case 'max-age': {
        const digits = /^"?(\d{1,15})"?$/.exec(value)?.[1];
        if (digits !== undefined) hsts.maxAge ??= Number(digits);
        break;
      }
      case 'includesubdomains':
        hsts.includeSubDomains = true;
        break;
      case 'preload':
        hsts.preload = true;
    }
  }
  return hsts;
}
