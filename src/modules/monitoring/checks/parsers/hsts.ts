export interface Hsts {
  /** Seconds; undefined when the header has none that can be read. */
  maxAge?: number;
  includeSubDomains: boolean;
  preload: boolean;
}

/** Strict-Transport-Security as RFC 6797 reads it. The first directive of a name counts. */
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
