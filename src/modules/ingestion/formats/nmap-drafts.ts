import type { ObservationSeverity } from '#shared/observation.enums';
import { RecordError } from '#platform/import/json-stream/record-error';
import { portNumber } from '#platform/import/host';
import { sightings } from '#platform/import/timestamp';
import type { AssetDraft, ObservationDraft } from '../observation-draft';
import type { Host, Port } from './nmap-host';
import { draftOf } from './shared/finding';
import type { ScriptVulnerability } from './shared/nse-script';
import { quoted } from './shared/quoted';

export const SOURCE = 'nmap';

/** Services that should not be exposed to the internet; any other open port is informational. */
const SEVERITY_OF_SERVICE = new Map<string, ObservationSeverity>([
  ...['telnet', 'login', 'shell', 'exec', 'ms-wbt-server', 'vnc', 'microsoft-ds', 'netbios-ssn', 'nfs', 'rpcbind', 'x11', 'ldap'].map(
    medium,
  ),
  ...['mysql', 'postgresql', 'ms-sql-s', 'oracle-tns', 'mongodb', 'redis', 'memcached', 'memcache', 'elasticsearch'].map(medium),
  ...['cassandra', 'couchdb', 'docker', 'kubernetes', 'etcd-client', 'wsman', 'winrm', 'ajp13', 'jdwp', 'rsync'].map(medium),
  ...['ftp', 'tftp', 'snmp', 'pop3', 'imap', 'finger', 'upnp', 'pptp', 'sip'].map(low),
]);

export function openPortDraft(host: Host, port: Port): ObservationDraft {
  const asset = assetOf(host, port);
  const service = port.service.name;
  const where = `${port.id}/${port.protocol}`;
  const notes = port.scripts.filter((script) => script.id !== 'vulners');
  return draftOf({
    hosts: hostsOf(host),
    title: service === undefined ? `Open port ${where}` : `Open port ${where} (${service})`,
    observationType: `open_port_${service ?? port.id}`,
    category: 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE',
    severity: SEVERITY_OF_SERVICE.get(service ?? '') ?? 'OBSERVATION_SEVERITY_INFO',
    confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
    asset,
    tags: ['open-port', port.protocol, service],
    evidence: [
      `Port ${where} is open${port.reason === undefined ? '' : ` (${port.reason})`}`,
      port.service.text,
      ...port.cpes,
      namesText(host),
      ...notes.map((script) => `${script.id}: ${script.output.trim()}`),
    ],
    source: { name: SOURCE },
    ...sightings(host.seen, host.seen),
  });
}

export function vulnerabilityDraft(host: Host, port: Port | undefined, found: ScriptVulnerability): ObservationDraft {
  const where = port && `${port.id}/${port.protocol}`;
  return draftOf({
    hosts: hostsOf(host),
    title: found.title ?? [found.cveIds[0], port?.service.product && `in ${port.service.product}`].filter(Boolean).join(' '),
    description: found.description,
    observationType: `nse_${found.script}`,
    category: 'OBSERVATION_CATEGORY_VULNERABILITY',
    severity: found.severity,
    confidence: found.confidence,
    asset: assetOf(host, port),
    cveIds: found.cveIds,
    cvssScores: found.cvssScores,
    epss: found.epss,
    references: found.references,
    tags: [found.script],
    evidence: [where && `Port ${where}`, port?.service.text, namesText(host), ...found.evidence],
    source: { name: SOURCE, externalId: [found.script, found.key].filter(Boolean).join(':') },
    ...sightings(host.seen, host.seen),
  });
}

/** The asset of a port; port 0 for host scripts. */
function assetOf(host: Host, port: Port | undefined): AssetDraft {
  const [address] = host.addresses;
  if (address === undefined) throw new RecordError('the host has no IP address');
  if (!port) return { ipPort: { address, port: 0, protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } };
  const number = portNumber(port.id);
  if (number === undefined) throw new RecordError(`portid: ${quoted(port.id ?? '')} is not a port number`);
  if (port.protocol !== 'tcp' && port.protocol !== 'udp') {
    throw new RecordError(`protocol: ${quoted(port.protocol ?? '')} is neither tcp nor udp`);
  }
  const protocol = port.protocol === 'udp' ? 'ASSET_IP_PORT_PROTOCOL_UDP' : 'ASSET_IP_PORT_PROTOCOL_TCP';
  return { ipPort: { address, port: number, protocol } };
}

/** Reverse DNS often names the hosting company, so it is used only without a user-given name. */
function hostsOf(host: Host): string[] {
  return [...(host.userNames.length > 0 ? host.userNames : host.reverseNames), ...host.addresses];
}

function namesText(host: Host): string | undefined {
  const names = [...host.userNames, ...host.reverseNames];
  return names.length === 0 ? undefined : `Host names: ${names.join(', ')}`;
}

function medium(service: string): [string, ObservationSeverity] {
  return [service, 'OBSERVATION_SEVERITY_MEDIUM'];
}

function low(service: string): [string, ObservationSeverity] {
  return [service, 'OBSERVATION_SEVERITY_LOW'];
}
