import { timestampOfSeconds } from '#platform/import/timestamp';
import type { Script } from './shared/nse-script';
import type { Attributes } from './shared/xml';

/** Maximum length of an attribute, except a script's output: it is copied into every finding of its port. */
export const MAX_ATTRIBUTE = 500;
const SERVICE_PARTS = ['name', 'product', 'version', 'extrainfo', 'ostype', 'method', 'conf'];

/** A host and its ports, as the tags describe them. */
export interface Host {
  line: number;
  up: boolean;
  addresses: string[];
  /** Host names given by the user, and those from reverse DNS. */
  userNames: string[];
  reverseNames: string[];
  seen: string | undefined;
}

export interface Port {
  line: number;
  id: string | undefined;
  protocol: string | undefined;
  state: string | undefined;
  reason: string | undefined;
  service: Service;
  cpes: string[];
  scripts: Script[];
}

interface Service {
  name: string | undefined;
  /** Product and version. */
  product: string;
  /** Display text with all details. */
  text: string | undefined;
}

export function newHost(attributes: Attributes, line: number): Host {
  const seen = timestampOfSeconds(attributes['endtime']) ?? timestampOfSeconds(attributes['starttime']);
  return { line, up: true, addresses: [], userNames: [], reverseNames: [], seen };
}

export function newPort(attributes: Attributes, line: number): Port {
  const [id, protocol] = [attribute(attributes, 'portid'), attribute(attributes, 'protocol')];
  return { line, id, protocol, state: undefined, reason: undefined, service: serviceOf({}), cpes: [], scripts: [] };
}

export function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[name]?.slice(0, MAX_ATTRIBUTE);
}

export function serviceOf(attributes: Attributes): Service {
  const [name, product, version, extra, system, method, certainty] = SERVICE_PARTS.map((part) => attribute(attributes, part));
  const known = [name, product, version, extra && `(${extra})`, system && `on ${system}`].filter(Boolean).join(' ');
  const how = method === undefined ? '' : `; ${method}, certainty ${certainty ?? '?'} of 10`;
  return {
    name: serviceName(name, attributes['tunnel']),
    product: [product, version].filter(Boolean).join(' '),
    text: known === '' ? undefined : `Service: ${known}${how}`,
  };
}

function serviceName(name: string | undefined, tunnel: string | undefined): string | undefined {
  if (name === undefined || name === '' || name === 'unknown') return undefined;
  if (tunnel !== 'ssl') return name;
  return name === 'http' ? 'https' : `ssl-${name}`;
}
