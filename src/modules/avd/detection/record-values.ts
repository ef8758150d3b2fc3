import { isIPv4, isIPv6 } from 'node:net';
import { hostName } from './host-name';
import { type DnsRecordType, MAX_TXT_LENGTH } from './record';

const CAA = /^(?:\d+\s+)?([a-z0-9]+)\s+"?([^"]*)"?$/i;
const QUOTED_STRINGS = /^"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*$/;
const QUOTED_STRING = /"((?:[^"\\]|\\.)*)"/g;

/** Normalizes a value. Returns '' for a valid record without a target (a null MX), undefined for an invalid value. */
export function normalValue(type: DnsRecordType, text: string): string | undefined {
  switch (type) {
    case 'A':
      return isIPv4(text) ? text : undefined;
    case 'AAAA':
      return isIPv6(text) ? canonicalIpv6(text) : undefined;
    case 'CNAME':
    case 'NS':
      return hostName(text);
    case 'MX':
      return mailHost(text);
    case 'SOA':
      return startOfAuthority(text);
    case 'CAA':
      return caa(text);
    case 'TXT':
      return unquoted(text.slice(0, 4 * MAX_TXT_LENGTH)).slice(0, MAX_TXT_LENGTH);
  }
}

/** `"one" "two"` becomes `onetwo`: DNS splits long texts into several strings. Unquoted text is unchanged. */
function unquoted(text: string): string {
  if (!text.startsWith('"') || !QUOTED_STRINGS.test(text)) return text;
  let joined = '';
  for (const part of text.matchAll(QUOTED_STRING)) joined += unescaped(part[1] ?? '');
  return joined;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(\d{3}|.)/g, (_, code: string) => (code.length === 3 ? String.fromCharCode(Number(code)) : code));
}

function mailHost(text: string): string | undefined {
  const host = text.replace(/^\d+\s+/, '');
  return host === '.' || host === '' ? '' : hostName(host);
}

/** Primary server and mailbox, without the numbers. A mailbox with dots in its local part is omitted. */
function startOfAuthority(text: string): string | undefined {
  const [primary, mailbox] = text.split(/\s+/, 2).map(hostName);
  return primary !== undefined && mailbox !== undefined ? `${primary} ${mailbox}` : primary;
}

/** `issue letsencrypt.org`, or without the tag if the tool omitted it. */
function caa(text: string): string {
  const parts = CAA.exec(text);
  if (!parts) return unquoted(text);
  const [, tag = '', value = ''] = parts;
  return `${tag.toLowerCase()} ${value}`;
}

function canonicalIpv6(text: string): string {
  const [address = text] = text.split('%', 1);
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
