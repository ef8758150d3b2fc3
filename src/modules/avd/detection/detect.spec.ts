import { loadCatalogue } from './catalogue';
import { Detector, type VendorFindings } from './detect';
import type { DetectionRecord, DetectionRecordType } from './record';
import { EVIDENCE_LIMITS, type Relationship } from './relationships';
import { FOLLOW_LIMITS } from './names';

const catalogue = loadCatalogue();
const SEEN = '2026-10-01T00:00:00.000Z';

function record(line: string, seenAt = SEEN): DetectionRecord {
  const [host = '', type = '', ...value] = line.split(' ');
  return { host, type: type as DetectionRecordType, value: value.join(' '), seenAt };
}

function detect(vendors: string[], lines: string[], limits = {}): Map<string, VendorFindings> {
  const detector = new Detector(catalogue, vendors, { ...FOLLOW_LIMITS, ...EVIDENCE_LIMITS, ...limits });
  for (const line of lines) detector.see(record(line));
  return detector.findings();
}

function detected(findings: VendorFindings | undefined): Relationship[] {
  return [...(findings?.dns?.relationships ?? []), ...(findings?.pages?.relationships ?? [])];
}

/** Fourth parties of acme.example, each with its confidence. */
function found(...lines: string[]): Record<string, string> {
  const relationships = detected(detect(['acme.example'], lines).get('acme.example'));
  return Object.fromEntries(relationships.map((one) => [one.fourthPartyDomain, one.confidence.replace('FOURTH_PARTY_CONFIDENCE_', '')]));
}

describe('Detector', () => {
  it.each([
    ['acme.example MX aspmx.l.google.com', 'google.com'],
    ['acme.example NS ns-1.awsdns-07.org', 'aws.amazon.com'],
    ['www.acme.example CNAME acme.map.fastly.net', 'fastly.com'],
    ['acme.example TXT v=spf1 include:%{ir}.%{v}.%{d}.spf.has.pphosted.com ~all', 'proofpoint.com'],
    ['www.acme.example RESOURCE https://www.google.com/recaptcha/api.js', 'google.com'],
  ])('treats %s as proof of use', (line, party) => {
    expect(found(line)).toEqual({ [party]: 'CONFIRMED' });
  });

  it.each([
    ['acme.example TXT ms=MS12345678', 'microsoft.com'],
    ['acme.example TXT atlassian-domain-verification=abc', 'atlassian.com'],
    ['acme.example CAA issuewild sectigo.com; policy=ev', 'sectigo.com'],
    ['acme.example SOA ns1.acme.example awsdns-hostmaster.amazon.com', 'aws.amazon.com'],
    ['_1a2b.acme.example CNAME _3c4d.xyz.acm-validations.aws', 'aws.amazon.com'],
    ['acme.example AAAA 2606:50c0:8000::153', 'github.com'],
  ])('treats %s as an indication', (line, party) => {
    expect(found(line)).toEqual({ [party]: 'LIKELY' });
  });

  it.each([
    'acme.example MX mail.notgoogle.com',
    'acme.example MX google.com.evil.example',
    'acme.example MX google.co',
    'acme.example NS ns-1.awsdns-64.com',
    'www.acme.example CNAME evilcloudfront.net',
    'acme.example TXT v=spf1 include:sendgrid.net.evil.example -all',
    'acme.example TXT v=spf1 -include:sendgrid.net -all',
    'acme.example TXT see google-site-verification=abc',
    'acme.example TXT v=spf2 include:sendgrid.net',
    'acme.example CAA issue ;',
    'acme.example CAA iodef mailto:x@digicert.com',
    'acme.example CAA digicert.com.evil.example',
    'www.acme.example RESOURCE https://www.google.com.evil.example/recaptcha/api.js',
    'www.acme.example RESOURCE https://evil.example/www.google.com/recaptcha/',
    'acme.example A 192.0.2.1',
    'notacme.example MX aspmx.l.google.com',
    'acme.example.evil.example MX aspmx.l.google.com',
  ])('finds nothing in %s', (line) => {
    expect(found(line)).toEqual({});
  });

  it('prefers the most specific signature', () => {
    const products = (line: string): string[] | undefined => detected(detect(['acme.example'], [line]).get('acme.example'))[0]?.products;
    expect(products('a.acme.example CNAME lb-1.eu-west-1.elb.amazonaws.com')).toEqual(['Elastic Load Balancing']);
    expect(products('a.acme.example CNAME bucket.s3.eu-west-1.amazonaws.com')).toEqual(['Amazon Web Services']);
  });

  describe('aliases', () => {
    it('are followed through the records of the file, without looping', () => {
      expect(
        found(
          'a.acme.example CNAME b.acme.example',
          'b.acme.example CNAME c.other.example',
          'c.other.example CNAME a.acme.example',
          'c.other.example CNAME x.azurefd.net',
        ),
      ).toEqual({ 'microsoft.com': 'CONFIRMED' });
    });

    it('are followed ten hops, not eleven', () => {
      const chain = (hops: number): string[] =>
        Array.from({ length: hops }, (_, hop) => {
          const from = hop === 0 ? 'acme.example' : `h${hop}.other.example`;
          return `${from} CNAME ${hop === hops - 1 ? 'x.herokudns.com' : `h${hop + 1}.other.example`}`;
        });
      expect(found(...chain(10))).toEqual({ 'heroku.com': 'CONFIRMED' });
      expect(found(...chain(11))).toEqual({});
    });

    it('lower the confidence behind another company, but not behind the same one', () => {
      expect(found('a.acme.example CNAME shops.myshopify.com', 'shops.myshopify.com CNAME x.cdn.cloudflare.net')).toEqual({
        'cloudflare.com': 'POSSIBLE',
        'shopify.com': 'CONFIRMED',
      });
      expect(found('a.acme.example CNAME x.trafficmanager.net', 'x.trafficmanager.net CNAME y.azurewebsites.net')).toEqual({
        'microsoft.com': 'CONFIRMED',
      });
    });
  });

  describe('SPF', () => {
    it('is followed through includes and aliases of the file', () => {
      expect(
        found(
          'acme.example TXT v=spf1 include:_spf.google.com include:a.acme.example -all',
          'a.acme.example CNAME b.other.example',
          'b.other.example TXT v=spf1 include:c.other.example include:a.acme.example -all',
          'c.other.example TXT v=spf1 include:mailgun.org redirect=acme.example',
        ),
      ).toEqual({ 'google.com': 'CONFIRMED', 'mailgun.com': 'CONFIRMED' });
    });

    it('is followed into ten records, not eleven', () => {
      const chain = (records: number): string[] => [
        'acme.example TXT v=spf1 include:s1.other.example -all',
        ...Array.from(
          { length: records },
          (_, index) =>
            `s${index + 1}.other.example TXT v=spf1 include:${index === records - 1 ? 'sendgrid.net' : `s${index + 2}.other.example`} -all`,
        ),
      ];
      expect(found(...chain(10))).toEqual({ 'sendgrid.com': 'CONFIRMED' });
      expect(found(...chain(11))).toEqual({});
    });

    it('lowers the confidence of what another company includes', () => {
      expect(
        found('acme.example TXT v=spf1 include:mail.zendesk.com -all', 'mail.zendesk.com TXT v=spf1 include:sendgrid.net -all'),
      ).toEqual({
        'sendgrid.com': 'POSSIBLE',
        'zendesk.com': 'CONFIRMED',
      });
    });

    it('counts both of two records of one name', () => {
      expect(found('acme.example TXT v=spf1 include:mailgun.org -all', 'acme.example TXT v=spf1 include:sendgrid.net -all')).toEqual({
        'mailgun.com': 'CONFIRMED',
        'sendgrid.com': 'CONFIRMED',
      });
    });

    it('shows the matching term of a text that is too long to store', () => {
      const text = `v=spf1 ${'ip4:192.0.2.1 '.repeat(60)}include:mailgun.org -all`;
      const [relationship] = detected(detect(['acme.example'], [`acme.example TXT ${text}`]).get('acme.example'));
      expect(relationship?.evidence[0]?.value).toBe('v=spf1 ... include:mailgun.org ...');
    });
  });

  describe('vendors', () => {
    it('are never their own fourth party', () => {
      const lines = (domain: string): string[] => [
        `${domain} MX aspmx.l.google.com`,
        `${domain} NS ns-1.awsdns-07.org`,
        `a.${domain} CNAME x.sendgrid.net`,
      ];
      const parties = (domain: string): string[] =>
        detected(detect([domain], lines(domain)).get(domain)).map((one) => one.fourthPartyDomain);
      expect(parties('google.com')).toEqual(['aws.amazon.com', 'sendgrid.com']);
      expect(parties('cloud.google.com')).toEqual(['aws.amazon.com', 'sendgrid.com']);
      expect(parties('youtube.com')).toEqual(['aws.amazon.com', 'sendgrid.com']);
      expect(parties('amazon.com')).toEqual(['google.com', 'sendgrid.com']);
      expect(parties('sendgrid.net')).toEqual(['aws.amazon.com', 'google.com']);
      expect(parties('notgoogle.com')).toEqual(['aws.amazon.com', 'google.com', 'sendgrid.com']);
    });

    it('on a shared domain keep the relationship with its owner', () => {
      const findings = detect(['acme.github.io'], ['acme.github.io A 185.199.108.153']);
      expect(detected(findings.get('acme.github.io')).map((one) => one.fourthPartyDomain)).toEqual(['github.com']);
    });

    it('get the records below their domain, the most specific domain first', () => {
      const findings = detect(
        ['acme.example', 'EU.acme.example.'],
        ['x.eu.acme.example MX aspmx.l.google.com', 'us.acme.example MX mx1.zoho.com'],
      );
      expect([...findings].map(([domain, found]) => [domain, detected(found)[0]?.fourthPartyDomain])).toEqual([
        ['acme.example', 'zoho.com'],
        ['eu.acme.example', 'google.com'],
      ]);
    });

    it('without records are not in the findings, those without fourth parties are', () => {
      expect([...detect(['acme.example', 'other.example'], ['acme.example MX mail.acme.example']).keys()]).toEqual(['acme.example']);
    });

    it('have separate findings for DNS and pages', () => {
      const findings = detect(['acme.example'], ['acme.example MX aspmx.l.google.com', 'acme.example RESOURCE https://js.stripe.com/v3/']);
      const { dns, pages } = findings.get('acme.example') ?? {};
      expect(dns?.relationships.map((one) => one.fourthPartyDomain)).toEqual(['google.com']);
      expect(pages?.relationships.map((one) => one.fourthPartyDomain)).toEqual(['stripe.com']);
    });

    it('must be domain names', () => {
      expect(() => new Detector(catalogue, ['not a domain'])).toThrow('"not a domain" is not a domain name.');
    });
  });

  describe('evidence', () => {
    it('is stored once, with its latest time, between first and last', () => {
      const detector = new Detector(catalogue, ['acme.example']);
      for (const day of ['02', '01', '03']) detector.see(record('acme.example MX aspmx.l.google.com', `2026-10-${day}T00:00:00.000Z`));
      expect(detected(detector.findings().get('acme.example'))).toMatchObject([
        {
          evidence: [{ recordType: 'MX', record: 'acme.example', value: 'aspmx.l.google.com', seenAt: '2026-10-03T00:00:00.000Z' }],
          evidenceCut: false,
          firstSeen: '2026-10-01T00:00:00.000Z',
          lastSeen: '2026-10-03T00:00:00.000Z',
        },
      ]);
    });

    it('is limited to fifty pieces per relationship, and marked as truncated', () => {
      const lines = Array.from({ length: 60 }, (_, index) => `acme.example MX alt${index}.aspmx.l.google.com`);
      const [relationship] = detected(detect(['acme.example'], lines).get('acme.example'));
      expect(relationship?.evidence).toHaveLength(50);
      expect(relationship?.evidenceCut).toBe(true);
    });

    it('contains nothing that PostgreSQL cannot store', () => {
      const text = `google-site-verification=\u0000${'x'.repeat(485)}\u{1f600}`;
      const [relationship] = detected(detect(['acme.example'], [`acme.example TXT ${text}`]).get('acme.example'));
      expect(relationship?.evidence[0]?.value).toBe(`google-site-verification=\ufffd${'x'.repeat(485)}\ufffd`);
    });

    it('is limited to one piece per relationship when the run has too much', () => {
      const lines = [
        'acme.example MX a.google.com',
        'acme.example MX b.google.com',
        'acme.example MX c.google.com',
        'acme.example MX mx.zoho.com',
        'acme.example MX mx2.zoho.com',
      ];
      const relationships = detected(detect(['acme.example'], lines, { total: 2 }).get('acme.example'));
      expect(relationships.map((one) => [one.fourthPartyDomain, one.evidence.length, one.evidenceCut])).toEqual([
        ['google.com', 2, true],
        ['zoho.com', 1, true],
      ]);
    });
  });

  it('matches, without following, records beyond the limit', () => {
    const detector = new Detector(catalogue, ['acme.example'], { ...FOLLOW_LIMITS, ...EVIDENCE_LIMITS, names: 1 });
    for (const line of [
      'a.acme.example CNAME b.acme.example',
      'b.acme.example CNAME x.herokudns.com',
      'acme.example TXT v=spf1 include:mailgun.org -all',
    ]) {
      detector.see(record(line));
    }
    const relationships = detected(detector.findings().get('acme.example'));
    expect(relationships.map((one) => [one.fourthPartyDomain, one.evidence.length])).toEqual([
      ['heroku.com', 1],
      ['mailgun.com', 1],
    ]);
    expect(detector.notFollowed).toBe(2);
  });
});
