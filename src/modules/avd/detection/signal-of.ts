import type { Catalogue, Signal } from './catalogue';
import { hostName } from './host-name';
import type { DetectionRecord } from './record';

const CAA = /^(?:(?:issue|issuewild|issuemail|issuevmc) )?([^\s;:]+)\s*(?:;|$)/;
const ADDRESS = /^https?:\/\/([^/]+)(\/.*)$/;

/** The signal of a single record. SPF texts are handled elsewhere, as they name several hosts. */
export function signalOf({ type, value }: DetectionRecord, catalogue: Catalogue): Signal | undefined {
  switch (type) {
    case 'MX':
      return catalogue.matchHost('mx', value);
    case 'NS':
      return catalogue.matchHost('ns', value);
    case 'CNAME':
      return catalogue.matchHost('cname', value);
    case 'A':
      return catalogue.matchText('a', value);
    case 'AAAA':
      return catalogue.matchText('aaaa', value);
    case 'TXT':
      return catalogue.matchText('txt', value);
    case 'CAA':
      return ofCaa(value, catalogue);
    case 'SOA':
      return ofSoa(value, catalogue);
    case 'RESOURCE':
      return ofResource(value, catalogue);
  }
}

/** Only permission to issue identifies an authority; a contact for violation reports does not. */
function ofCaa(value: string, catalogue: Catalogue): Signal | undefined {
  const host = hostName(CAA.exec(value)?.[1] ?? '');
  return host === undefined ? undefined : catalogue.matchHost('caa', host);
}

function ofSoa(value: string, catalogue: Catalogue): Signal | undefined {
  for (const name of value.split(' ')) {
    const signal = catalogue.matchHost('soa', name);
    if (signal) return signal;
  }
  return undefined;
}

function ofResource(value: string, catalogue: Catalogue): Signal | undefined {
  const [, host = '', path = ''] = ADDRESS.exec(value) ?? [];
  return catalogue.matchText('resource', `${host}${path}`) ?? catalogue.matchHost('resource', host);
}
