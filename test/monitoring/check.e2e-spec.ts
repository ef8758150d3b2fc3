import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { formatReport } from '../../src/admin/monitor-report';
import { DomainCheck } from '../../src/modules/monitoring/domain-check';
import { fileDatabase } from '../support/database';
import { runCli } from '../support/cli';
import { Company } from '../support/internet/company';
import { useMonitoredApp } from './monitored-app';

const LINE_HEIGHT = 18;

describe('monitor check', () => {
  const stage = useMonitoredApp();

  it('prints findings with evidence and remediation, and stores nothing', async () => {
    const company = new Company(stage.internet, 'sloppy-vendor.com');
    company.dns['_dmarc'] = { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@sloppy-vendor.com'] };
    company.dns['@'] = { ...company.dns['@'], TXT: ['v=spf1 include:_spf.google.com +all'] };
    stage.internet.dns.set('_spf.google.com', { TXT: ['v=spf1 ip4:9.9.9.0/24 -all'] });
    company.headers = { ...company.headers, 'set-cookie': ['session=1; Path=/'] };
    await company.publish();
    const text = formatReport(await stage.service.app.get(DomainCheck).run('https://www.sloppy-vendor.com/'));
    expect(text).toMatch(/^sloppy-vendor\.com {3}\d{4}-/);
    expect(text).toMatch(/^HIGH +.*sloppy-vendor\.com$/m);
    expect(text).toContain('[spf_allows_all]');
    expect(text).toContain('TXT "v=spf1 include:_spf.google.com +all"');
    expect(text).toContain('[dmarc_policy_none]');
    expect(text).toMatch(/Fix: /);
    expect(text).toContain('Fourth parties: Google');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(200);
    if (process.env.UPDATE_PICTURES) writeFileSync(join(projectRoot(), 'docs/images/monitor-check.svg'), picture(text));
  });

  it('reports a domain that does not exist, and refuses invalid and opted-out domains', async () => {
    const settings = { DATABASE_URL: fileDatabase().serviceUrl, MONITORING_DNS_SERVERS: `127.0.0.1:${stage.internet.dns.port}` };
    const gone = await runCli(settings, 'monitor', 'check', 'gone-vendor.com');
    expect(gone).toMatchObject({ code: 0, stdout: expect.stringContaining('[domain_unresolvable]') });
    expect((await runCli(settings, 'monitor', 'check', '127.0.0.1')).code).toBe(2);
    expect(await runCli(settings, 'monitor', 'opt-out', 'objecting-vendor.com')).toMatchObject({ code: 0 });
    const refused = await runCli(settings, 'monitor', 'check', 'www.objecting-vendor.com');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('opt-out list') });
    expect(await runCli(settings, 'monitor', 'opt-in', 'objecting-vendor.com')).toMatchObject({ code: 0 });
  });

  it('has a page that says whom to contact', async () => {
    const notice = await (await fetch(`${stage.service.url}/monitoring`)).text();
    expect(notice).toContain('never scanned again');
  });
});

/** The report as printed on a terminal. */
function picture(text: string): string {
  const lines = text.split('\n');
  const width = 60 + Math.max(...lines.map((line) => line.length)) * 8.2;
  const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const colours: [RegExp, string][] = [
    [/^(?:CRITICAL|HIGH)/, '#ff7b72'],
    [/^MEDIUM/, '#ffa657'],
    [/^(?:LOW|INFO)/, '#79c0ff'],
    [/^ +\|/, '#8b949e'],
  ];
  const rows = lines.map((line, row) => {
    const colour = colours.find(([pattern]) => pattern.test(line))?.[1] ?? '#e6edf3';
    return `<text x="24" y="${36 + row * LINE_HEIGHT}" fill="${colour}" xml:space="preserve">${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${60 + lines.length * LINE_HEIGHT}" font-family="ui-monospace, monospace" font-size="13.5">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`;
}
