import type { ObservationSeverity } from '#shared/observation.enums';
import { addressOf, hostOf } from '#platform/import/host';
import { cveIdOf, cweIdOfField } from '#platform/import/identifiers';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { asNumber } from '#platform/import/json-value';
import { sightings, timestampOfSeconds } from '#platform/import/timestamp';
import type { ObservationDraft, ObservationFormat } from '../observation-draft';
import { cvssOf } from './shared/cvss';
import { draftOf, Faults, portAsset } from './shared/finding';
import { pluginCategory } from './shared/plugin-category';
import { quoted } from './shared/quoted';
import { Repeats } from './shared/repeats';
import { ElementReader, xmlRecords, type XmlElement } from './shared/xml';

const SOURCE = 'nessus';
const SEVERITIES: readonly ObservationSeverity[] = [
  'OBSERVATION_SEVERITY_INFO',
  'OBSERVATION_SEVERITY_LOW',
  'OBSERVATION_SEVERITY_MEDIUM',
  'OBSERVATION_SEVERITY_HIGH',
  'OBSERVATION_SEVERITY_CRITICAL',
];
const SCORES = [
  ['cvss4', '4.0'],
  ['cvss3', '3.0'],
  ['cvss', '2.0'],
] as const;

interface Host {
  /** The element that it was read from. */
  element: XmlElement | undefined;
  name: string | undefined;
  tags: ReadonlyMap<string, string>;
  repeats: Repeats;
}

/** Tenable Nessus: `.nessus`, version 2. */
export const nessus: ObservationFormat = { name: SOURCE, parse };

function parse(bytes: AsyncIterable<Uint8Array>) {
  let host = newHost(undefined);
  const elements = {
    HostProperties: (properties: XmlElement, path: readonly XmlElement[]) => {
      const tags = properties.all('tag').map((tag): [string, string] => [tag.attributes['name'] ?? '', tag.text.trim()]);
      host = { ...newHost(path.at(-1)), tags: new Map(tags) };
      return undefined;
    },
    ReportItem: (item: XmlElement, path: readonly XmlElement[]) => {
      const element = path.at(-1);
      if (host.element !== element) host = newHost(element);
      return [() => readItem(item, host)];
    },
  };
  return xmlRecords(plainBytes(bytes), SOURCE, ['NessusClientData_v2'], new ElementReader(SOURCE, elements));
}

function newHost(element: XmlElement | undefined): Host {
  return { element, name: element?.attributes['name'], tags: new Map(), repeats: new Repeats() };
}

function readItem(item: XmlElement, host: Host): ObservationDraft {
  const { pluginID: plugin, pluginName, pluginFamily: family, svc_name: service, port, severity } = item.attributes;
  const title = item.textOf('plugin_name') ?? pluginName;
  if (!plugin || !title) throw new RecordError('no pluginID or no pluginName: not an item of Nessus');
  const address = addressOf(host.tags.get('host-ip')) ?? addressOf(host.name);
  const cveIds = textsOf(item, 'cve').map(cveIdOf);
  const seen = timestampOfSeconds(host.tags.get('HOST_END_TIMESTAMP')) ?? timestampOfSeconds(host.tags.get('HOST_START_TIMESTAMP'));
  const asset = portAsset(address, port, item.attributes['protocol']);
  const faults = new Faults();
  const draft = draftOf({
    hosts: [hostOf(host.tags.get('host-fqdn')), hostOf(host.name), address],
    title,
    description: [item.textOf('synopsis'), item.textOf('description')].filter(Boolean).join('\n\n'),
    observationType: `${SOURCE} ${plugin}`,
    category: pluginCategory(cveIds, family, title),
    severity: faults.or('OBSERVATION_SEVERITY_INFO', () => severityOf(severity)),
    asset,
    cveIds,
    cweIds: textsOf(item, 'cwe').map(cweIdOfField),
    cvssScores: SCORES.map(([name, version]) =>
      cvssOf({
        version,
        score: asNumber(item.textOf(`${name}_base_score`)),
        vector: item.textOf(`${name}_vector`)?.replace(/^CVSS2#/, ''),
        source: SOURCE,
      }),
    ),
    references: textsOf(item, 'see_also').flatMap((text) => text.split('\n')),
    tags: [family, item.textOf('risk_factor'), ...textsOf(item, 'xref')],
    evidence: [service && port && port !== '0' ? `Service: ${service} on port ${port}` : undefined, item.textOf('plugin_output')],
    remediation: item.textOf('solution'),
    source: { name: SOURCE, externalId: host.repeats.idOf([plugin], JSON.stringify(asset)) },
    ...sightings(seen, seen),
  });
  return faults.check(draft);
}

function severityOf(text: string | undefined): ObservationSeverity {
  const severity = /^[0-4]$/.test(text ?? '') ? SEVERITIES[Number(text)] : undefined;
  if (!severity) throw new RecordError(`severity: ${quoted(text ?? '')} is not 0 to 4`);
  return severity;
}

function textsOf(item: XmlElement, name: string): string[] {
  return item
    .all(name)
    .map((element) => element.text.trim())
    .filter((text) => text !== '');
}
