import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { deriveCompanyName, parentDomains } from '#platform/domains/domain-name';

let catalogue: ReadonlyMap<string, string> | undefined;

/** The display name of a company known only by its domain: the catalogue's name for it or for its nearest known parent, else its label. */
export function companyNameOf(domain: string): string {
  catalogue ??= readCatalogue();
  for (const name of parentDomains(domain)) {
    const known = catalogue.get(name);
    if (known !== undefined) return known;
  }
  return deriveCompanyName(domain);
}

function readCatalogue(): ReadonlyMap<string, string> {
  const file = join(projectRoot(), 'src/modules/vendors/company-catalogue.json');
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
}
