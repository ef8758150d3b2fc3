// Writes the page signatures of the hosts that web pages use most, from the ownership that the package third-party-web has reviewed.
// What the hand-written signatures know keeps its company, product and type. A host in a shared domain, such as
// d1234.cloudfront.net, becomes an exact signal of its customer, which is more specific than that of the shared domain.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { getDomain, getPublicSuffix, parse } from 'tldts';

const { entities } = createRequire(import.meta.url)('third-party-web');
const FOLDER = fileURLToPath(new URL('../src/modules/avd/signatures/', import.meta.url));
const TARGET = join(FOLDER, 'page-hosts.json');
const MOST_USED = 1000;
const TYPES = {
  cdn: 'CDN',
  hosting: 'HOSTING',
  analytics: 'ANALYTICS',
  ad: 'ANALYTICS',
  marketing: 'ANALYTICS',
  'tag-manager': 'ANALYTICS',
};
/** Domains under which many companies have names. */
const NOBODYS = new Set(['consensu.org']);
/** Brands under the name that the hand-written signatures use. */
const BRANDS = { 'Google FundingChoices': 'Google' };
const SHARED = new Set(['CDN', 'HOSTING']);

const key = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const byCompany = new Map();
const byOwnDomain = new Map();
const patterns = new Map();
const handWritten = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && join(FOLDER, file) !== TARGET)
  .flatMap((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
for (const { company, domain, ownDomains = [], products } of handWritten) {
  const party = { company, domain };
  byCompany.set(key(company), party);
  for (const own of [domain, getDomain(domain), ...ownDomains]) if (!byOwnDomain.has(own)) byOwnDomain.set(own, party);
  for (const { name, connectionType, signals } of products)
    for (const { kind, match } of signals)
      if (kind === 'resource' && !match.prefix)
        patterns.set(match.suffix ?? match.exact, { party, name, connectionType, isExact: match.exact !== undefined });
}

/** The hand-written signature of a host, and whether the host belongs to a customer of its company. */
function known(host) {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const found = patterns.get(rest);
    if (found && !(found.isExact && rest !== host)) return { ...found, isCustomers: rest !== host && SHARED.has(found.connectionType) };
  }
  return undefined;
}

function partyOf(company, name, hosts, homepage) {
  const found =
    byCompany.get(key(company)) ??
    byCompany.get(key(name)) ??
    hosts.map(known).find((hit) => hit && !hit.isCustomers)?.party ??
    hosts
      .filter((host) => !known(host)?.isCustomers && !NOBODYS.has(getDomain(host)))
      .map((host) => byOwnDomain.get(getDomain(host)))
      .find(Boolean);
  if (found) return found;
  const own = hosts
    .filter((host) => !known(host)?.isCustomers)
    .map((host) => getDomain(host))
    .filter((domain) => domain && !NOBODYS.has(domain));
  const named = own
    .filter((domain) => key(company) !== '' && key(domain).startsWith(key(company)))
    .sort((one, other) => one.length - other.length)[0];
  const home = homepage && getDomain(homepage);
  const domain = [named, home, ...own].find((one) => one && parse(one).isIcann && !byOwnDomain.has(one));
  if (!domain) return undefined;
  const party = { company, domain };
  byCompany.set(key(company), party);
  byOwnDomain.set(domain, party);
  return party;
}

function isSameName(one, other) {
  return key(one).includes(key(other)) || key(other).includes(key(one));
}

const written = new Map();
const taken = new Set();
const mostUsed = entities.toSorted((one, other) => other.totalOccurrences - one.totalOccurrences).slice(0, MOST_USED);
for (const { company: owner, name, categories, domains: given, homepage } of mostUsed) {
  // A pattern for all names of a domain says more than the domain alone.
  const domains = given.toSorted((one, other) => Number(other.startsWith('*.')) - Number(one.startsWith('*.')));
  const company = BRANDS[owner] ?? owner;
  const hosts = domains.map((pattern) => pattern.replace(/^\*\./, '').toLowerCase());
  const party = partyOf(company, name, hosts, homepage);

  if (!party) continue;
  const products = written.get(party.domain)?.products ?? new Map();
  written.set(party.domain, { ...party, products });
  const similar = hosts.map(known).find((hit) => hit?.party.domain === party.domain && isSameName(hit.name, name));
  const product = similar?.name ?? name;
  const connectionType = similar?.connectionType ?? TYPES[categories[0]] ?? 'JAVASCRIPT';
  const signals = products.get(`${product} ${connectionType}`)?.signals ?? [];
  domains.forEach((pattern, index) => {
    const host = hosts[index];
    const hit = known(host);
    const isBelowSuffix = parse(host).isIcann && getPublicSuffix(host) !== host;
    if (
      !isBelowSuffix ||
      taken.has(host) ||
      patterns.get(host)?.isExact === !pattern.startsWith('*.') ||
      (hit && !hit.isExact && !hit.isCustomers)
    )
      return;
    if (hit?.party.domain === party.domain) return;
    taken.add(host);
    const match = pattern.startsWith('*.') ? { suffix: host } : { exact: host };
    signals.push({ kind: 'resource', match, ...(hit && { confidence: 'LIKELY' }) });
  });
  if (signals.length > 0) products.set(`${product} ${connectionType}`, { name: product, connectionType, signals });
}

const entries = [...written.values()]
  .filter(({ products }) => products.size > 0)
  .map(({ company, domain, products }) => ({ company, domain, products: [...products.values()] }))
  .sort((one, other) => (one.company.toLowerCase() < other.company.toLowerCase() ? -1 : 1));
writeFileSync(TARGET, await format(JSON.stringify(entries), { ...(await resolveConfig(TARGET)), parser: 'json' }));
console.log(`${entries.length} companies, ${taken.size} hosts`);
