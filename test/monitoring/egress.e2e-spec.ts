import { encode } from 'dns-packet';
import { Networks } from '../../src/platform/domains/network';
import { Scanner } from '../../src/modules/monitoring/scanning/scanner';
import type { Scan } from '../../src/modules/monitoring/scan';
import { Company } from '../support/internet/company';
import { Internet } from '../support/internet/internet';

const METADATA = '169.254.169.254';
const UNKNOWN = { unknown: expect.any(String) as string };

describe('ways in which a hostile domain tries to reach internal hosts', () => {
  let internet: Internet;
  let strict: Scanner;
  /** For an operator who also monitors internal hosts. */
  let allowing: Scanner;
  let count = 0;

  beforeAll(async () => {
    internet = await Internet.start();
    strict = new Scanner(internet.settings, internet.door);
    allowing = new Scanner(internet.settingsWith({ allowedNetworks: new Networks(['10.0.0.0/8']) }), internet.door);
  });
  afterAll(() => internet.stop());

  /** Manipulates a company, scans it, and returns the contacted addresses that are not its own. */
  async function attempt(spoil: (company: Company) => unknown, scanner = strict): Promise<{ scan: Scan; inside: string[] }> {
    count += 1;
    const company = new Company(internet, `inside-${count}.com`);
    spoil(company);
    await company.publish();
    const before = internet.dialed.length;
    const scan = await scanner.scan(company.domain, { isThorough: false, isOptedOut: () => false });
    return { scan, inside: internet.dialed.slice(before).filter((target) => !target.startsWith('9.')) };
  }

  it('a name server with an internal address is not queried', async () => {
    const { scan, inside } = await attempt((company) => {
      company.dns['ns1'] = { A: [METADATA] };
      company.dns['ns2'] = { AAAA: ['::ffff:127.0.0.1'] };
    });
    expect(inside).toEqual([]);
    expect(scan.dns.nameServers).toMatchObject({ seen: [{ soa: UNKNOWN }, { soa: UNKNOWN }] });
  });

  it('a policy host with an internal address is not contacted', async () => {
    const { scan, inside } = await attempt((company) => (company.dns['mta-sts'] = { A: ['127.0.0.1'] }));
    expect(inside).toEqual([]);
    expect(scan.mail.mtaSts.policy).toEqual(UNKNOWN);
  });

  it('an alias to an internal address is not followed', async () => {
    const { scan, inside } = await attempt((company) => {
      company.dns['www'] = { CNAME: `one.${company.domain}` };
      company.dns['one'] = { CNAME: `two.${company.domain}` };
      company.dns['two'] = { A: ['192.168.0.1'] };
    });
    expect(inside).toEqual([]);
    expect(scan.hosts[1]).toMatchObject({ https: UNKNOWN, http: UNKNOWN });
  });

  it('records of another name in the same answer are ignored', async () => {
    const { scan, inside } = await attempt((company) => {
      internet.dns.tricks.set(company.www, (query) =>
        encode({ ...internet.dns.answer(query), answers: [{ type: 'A', name: 'other.com', data: '9.0.0.7' }] }),
      );
    });
    expect(inside).toEqual([]);
    expect(scan.hosts[1]?.addresses).toMatchObject({ seen: { records: [] } });
  });

  it.each([
    ...[`http://${METADATA}/`, '//127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f.0.0.1/', 'http://017700000001/'],
    ...[
      'http://①②⑦.⓪.⓪.①/',
      'http://127。0。0。1/',
      'http://127.0.0.1./',
      'http://%31%32%37.0.0.1/',
      'http://0/',
      'http://[::ffff:7f00:1]/',
    ],
    ...['http://[::]/', 'http://localhost/', 'http://metadata/', 'http://NAME.SELF/', 'https://alias.SELF/', 'http://SELF.@127.0.0.1/'],
  ])('a redirect to %s is not followed', async (target) => {
    const { scan, inside } = await attempt((company) => {
      internet.dns.set('localhost', { A: ['127.0.0.1'], AAAA: ['::1'] });
      internet.dns.set('metadata', { A: [METADATA] });
      company.dns['name'] = { A: ['0.0.0.0'] };
      company.dns['alias'] = { CNAME: 'localhost' };
      const location = encodeURI(target.replace('SELF', company.domain))
        .replaceAll('%25', '%')
        .replaceAll('%5B', '[')
        .replaceAll('%5D', ']');
      company.site = (_, response) => response.writeHead(302, { location }).end();
    });
    expect(inside).toEqual([]);
    expect(scan.hosts[0]).toMatchObject({ page: UNKNOWN, securityTxt: UNKNOWN });
  });

  it('a redirect target is resolved once, so it cannot change its address after vetting', async () => {
    const asked: string[] = [];
    const { scan, inside } = await attempt((company) => {
      const rebound = `rebound.${company.domain}`;
      company.dns['rebound'] = { A: [company.address] };
      internet.dns.tricks.set(rebound, (query) => {
        if (query.questions?.[0]?.type !== 'A') return undefined;
        asked.push(rebound);
        const data = asked.length === 1 ? company.address : '127.0.0.1';
        return encode({ ...internet.dns.answer(query), answers: [{ type: 'A', name: rebound, data }] });
      });
      company.site = (_, response) => response.writeHead(302, { location: `http://${rebound}/` }).end();
    });
    expect(inside).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(scan.hosts[0]?.page).toMatchObject({ seen: { hops: [{ status: 302 }, { status: 404 }] } });
  });

  it('a redirect from the internet does not lead into a network that the operator allows', async () => {
    const { scan, inside } = await attempt((company) => {
      company.dns['jenkins'] = { A: ['10.0.0.5'] };
      company.site = (_, response) => response.writeHead(302, { location: `http://jenkins.${company.domain}/job/x/build` }).end();
    }, allowing);
    expect(inside).toEqual([]);
    expect(scan.hosts[0]?.page).toEqual({ unknown: 'the redirect leads from the internet to 10.0.0.5' });
  });
});
