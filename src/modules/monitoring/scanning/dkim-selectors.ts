/** Mail providers by what their customers put into MX or SPF, with the DKIM selectors they assign. */
const PROVIDERS: readonly { names: RegExp; selectors: readonly string[] }[] = [
  { names: /(?:^|\.)(?:google|googlemail)\.com$/, selectors: ['google'] },
  { names: /(?:^|\.)(?:outlook|protection\.outlook)\.com$/, selectors: ['selector1', 'selector2'] },
  { names: /(?:^|\.)(?:mcsv\.net|mandrillapp\.com)$/, selectors: ['k1', 'k2', 'k3', 'mandrill'] },
  { names: /(?:^|\.)sendgrid\.net$/, selectors: ['s1', 's2'] },
  { names: /(?:^|\.)zoho\.(?:com|eu)$/, selectors: ['zoho', 'zmail'] },
  { names: /(?:^|\.)protonmail\.ch$/, selectors: ['protonmail', 'protonmail2', 'protonmail3'] },
  { names: /(?:^|\.)messagingengine\.com$/, selectors: ['fm1', 'fm2', 'fm3'] },
  { names: /(?:^|\.)(?:hubspotemail\.net|hubspot\.com)$/, selectors: ['hs1', 'hs2'] },
];
const MAX_SELECTORS = 8;

/** The selectors to query. A domain's selectors cannot be listed, and guessing them would be intrusive. */
export function dkimSelectors(names: readonly string[]): string[] {
  const used = PROVIDERS.filter((provider) => names.some((name) => provider.names.test(name)));
  return [...new Set(used.flatMap(({ selectors }) => selectors))].slice(0, MAX_SELECTORS);
}
