import type { DemoVendor } from './demo-vendors';
import type { Random } from './random';

/** One choice per line, by weight: mail, DNS and web hosting providers. */
const ONE_OF: readonly (readonly [kind: Kind, choices: string])[] = [
  [
    'mx',
    'aspmx.l.google.com=40, example.mail.protection.outlook.com=42, mxa.gslb.pphosted.com=8, eu-smtp-inbound-1.mimecast.com=6, mx.zoho.eu=4',
  ],
  [
    'ns',
    'art.ns.cloudflare.com=38, ns-1.awsdns-07.org=28, ns1-01.azure-dns.com=10, ns01.domaincontrol.com=12, dns1.p01.nsone.net=6, ns1.digitalocean.com=6',
  ],
  [
    'www',
    'd1example.cloudfront.net=26, example.cdn.cloudflare.net=24, example.map.fastly.net=10, example.edgekey.net=10, example.azurefd.net=12, cname.vercel-dns.com=8, example.netlify.app=6, example.wpengine.com=4',
  ],
  ['caa', 'letsencrypt.org=45, digicert.com=25, sectigo.com=10, amazon.com=15, globalsign.com=5'],
];

/** Independent choices, each with its probability in per cent. */
const EACH: readonly (readonly [kind: Kind, chances: string])[] = [
  [
    'spf',
    'sendgrid.net=32, amazonses.com=20, _spf.salesforce.com=18, mail.zendesk.com=22, spf.mandrillapp.com=14, spf.mtasv.net=9, mailgun.org=10',
  ],
  [
    'txt',
    'MS=ms20261115=34, google-site-verification=a1b2=46, atlassian-domain-verification=c3d4=40, docusign=e5f6=26, apple-domain-verification=g7=16, ' +
      'stripe-verification=h8=16, ZOOM_verify_i9=24, slack-domain-verification=j1=14, dropbox-domain-verification=k2=10, adobe-idp-site-verification=l3=18, ' +
      'openai-domain-verification=dv-m4=12, 1password-site-verification=n5=12, miro-verification=o6=12, canva-site-verification=p7=6, knowbe4-site-verification=q8=12, ' +
      'facebook-domain-verification=r9=18, mongodb-site-verification=s1=8, postman-domain-verification=t2=7, docker-verification=u3=9, teamviewer-sso-verification=v4=5',
  ],
  [
    'host',
    'status.statuspage.io=22, help.zendesk.com=16, login.okta.com=12, auth.edge.auth0.com=9, support.eu.freshdesk.com=6, go.sites.hubspot.net=10, app.herokudns.com=9',
  ],
  [
    'page',
    'www.googletagmanager.com=58, js.stripe.com=14, static.hotjar.com=13, cdn.segment.com=8, widget.intercom.io=11, js.hs-scripts.com=14, cdn.cookielaw.org=16, ' +
      'consent.cookiebot.com=12, cdn.jsdelivr.net=26, cdnjs.cloudflare.com=22, connect.facebook.net=16, snap.licdn.com=18, browser.sentry-cdn.com=14, ' +
      'js-agent.newrelic.com=7, www.datadoghq-browser-agent.com=8, kit.fontawesome.com=11, code.jquery.com=16, player.vimeo.com=6',
  ],
];

const COMES_LATER = 0.07;
const GOES_AGAIN = 0.05;

type Kind = 'mx' | 'ns' | 'www' | 'caa' | 'spf' | 'txt' | 'host' | 'page';

interface Mark {
  kind: Kind;
  value: string;
  /** Whether it is in the earlier and in the later scan. */
  seen: readonly [boolean, boolean];
}

/** Two scans of the vendors' records, some time apart, with a few records added and removed in between. */
export function demoScans(vendors: readonly DemoVendor[], random: Random, scans: readonly [number, number]): string[][] {
  const known = vendors.map(({ domain }) => ({ domain, marks: marksOf(random) }));
  return scans.map((at, scan) =>
    known.flatMap(({ domain, marks }) =>
      recordsOf(
        domain,
        marks.filter(({ seen }) => seen[scan]),
        new Date(at).toISOString(),
      ).map((record) => JSON.stringify(record)),
    ),
  );
}

function marksOf(random: Random): Mark[] {
  const found: [Kind, string][] = ONE_OF.map(([kind, choices]) => [kind, weighted(entriesOf(choices), random)]);
  for (const [kind, chances] of EACH) {
    for (const [value, chance] of entriesOf(chances)) if (random.below(100) < chance) found.push([kind, value]);
  }
  return found.map(([kind, value]) => {
    const fate = random.next();
    return { kind, value, seen: [fate >= COMES_LATER, fate < 1 - GOES_AGAIN] };
  });
}

function recordsOf(domain: string, marks: readonly Mark[], timestamp: string): object[] {
  const of = (kind: Kind): string[] => marks.filter((mark) => mark.kind === kind).map((mark) => mark.value);
  const spf = of('spf').map((name) => ` include:${name}`);
  const host = { mx: of('mx'), ns: of('ns'), caa: of('caa'), txt: [...of('txt'), `v=spf1 mx${spf.join('')} -all`] };
  const aliases = [
    ...of('www').map((target) => ['www', target]),
    ...of('host').map((target) => [target.split('.', 1)[0], `${domain.replaceAll('.', '-')}.${target}`]),
  ];
  return [
    { host: domain, ...host, timestamp },
    ...aliases.map(([name, target]) => ({ host: `${name}.${domain}`, cname: [target], timestamp })),
    { page: `https://www.${domain}/`, resources: of('page').map((name) => `https://${name}/`), timestamp },
  ];
}

function entriesOf(list: string): [string, number][] {
  return list.split(', ').map((entry) => {
    const at = entry.lastIndexOf('=');
    return [entry.slice(0, at), Number(entry.slice(at + 1))];
  });
}

function weighted(choices: readonly [string, number][], random: Random): string {
  let left = random.below(choices.reduce((sum, [, weight]) => sum + weight, 0));
  return (choices.find(([, weight]) => (left -= weight) < 0) as [string, number])[0];
}
