import { Injectable } from '@nestjs/common';
import type { VendorFindings } from '#modules/avd/detection/detect';
import { readDomain } from '#platform/domains/read-domain';
import { ScanThreads, type ScannedDomain } from './scan-threads';
import { OptOuts } from './opt-outs';
import type { Judgement } from './verdict';

/** The result of scanning one domain. */
export interface DomainReport {
  domain: string;
  scannedAt: string;
  hosts: string[];
  findings: Finding[];
  passed: number;
  unknown: { check: string; host: string; reason: string }[];
  fourthParties: string[];
}

export interface Finding {
  check: string;
  title: string;
  severity: string;
  category: string;
  host: string;
  description: string;
  evidence: string[];
  remediation: string;
  reference: string;
}

/** Scans a domain and returns its findings. Stores nothing. */
@Injectable()
export class DomainCheck {
  constructor(
    private readonly scanner: ScanThreads,
    private readonly optOuts: OptOuts,
  ) {}

  async run(text: string): Promise<DomainReport> {
    const domain = readDomain('domain', text);
    const optedOut = await this.optOuts.load();
    this.optOuts.assertWelcome(domain, optedOut);
    return report(await this.scanner.scan(domain, { isThorough: true, optedOut }));
  }
}

function report({ scan, judgements, fourthParties }: ScannedDomain): DomainReport {
  return {
    domain: scan.apex,
    scannedAt: scan.at,
    hosts: scan.hosts.filter(({ addresses }) => 'seen' in addresses && addresses.seen.records.length > 0).map(({ host }) => host),
    findings: judgements.flatMap(findingOf),
    passed: judgements.filter(({ verdict }) => verdict === 'pass').length,
    unknown: judgements.flatMap((judgement) =>
      judgement.verdict === 'unknown' ? [{ check: judgement.check.id, host: judgement.host, reason: judgement.reason }] : [],
    ),
    fourthParties: namesOf(fourthParties),
  };
}

function findingOf(judgement: Judgement): Finding[] {
  if (judgement.verdict !== 'fail') return [];
  const { check, host, evidence } = judgement;
  return [
    {
      check: check.id,
      title: check.title,
      severity: judgement.severity ?? check.severity,
      category: check.category,
      host,
      description: check.description,
      evidence,
      remediation: check.remediation,
      reference: check.reference,
    },
  ];
}

function namesOf({ dns, pages }: VendorFindings): string[] {
  const names = [dns, pages].flatMap((channel) => channel?.relationships.map(({ companyName }) => companyName) ?? []);
  return [...new Set(names)].sort();
}
