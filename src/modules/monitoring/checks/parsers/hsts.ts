export interface Hsts {
  /** Seconds; undefined when missing or unreadable. */
  maxAge?: number;
  includeSubDomains: boolean;
  preload: boolean;
}

/** Strict-Transport-Security according to RFC 6797. The first directive of a name applies. */
export function parseHsts(text: string): Hsts {
  const hsts: Hsts = { includeSubDomains: false, preload: false };
  for (const part of text.split(';')) {
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
