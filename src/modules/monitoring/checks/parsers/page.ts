import { Parser } from 'htmlparser2';
import { readUrl } from '../../read-url';

export interface PageResource {
  /** As a browser resolves it. */
  url: URL;
  /** The element that names it: `script`, `img`, `form`. */
  element: string;
  hasIntegrity: boolean;
}

export interface Page {
  /** Scripts, style sheets, frames, objects: whoever controls one controls the page. */
  active: PageResource[];
  /** Images and media. */
  passive: PageResource[];
  forms: PageResource[];
  /** `<meta http-equiv="Content-Security-Policy">`. */
  policies: string[];
  referrerPolicies: string[];
  generator?: string;
}

const MAX_RESOURCES = 1000;
const MAX_ATTRIBUTE = 8192;
/** The parser searches its open elements at every tag, so the outermost are forgotten. */
const MAX_DEPTH = 100;
const SOURCE_OF: Readonly<Record<string, { kind: 'active' | 'passive'; attribute: string } | undefined>> = {
  script: { kind: 'active', attribute: 'src' },
  iframe: { kind: 'active', attribute: 'src' },
  frame: { kind: 'active', attribute: 'src' },
  embed: { kind: 'active', attribute: 'src' },
  object: { kind: 'active', attribute: 'data' },
  img: { kind: 'passive', attribute: 'src' },
  audio: { kind: 'passive', attribute: 'src' },
  video: { kind: 'passive', attribute: 'src' },
  source: { kind: 'passive', attribute: 'src' },
};

/** The resources a page loads, and its meta elements. Broken markup is parsed like in a browser. */
export function parsePage(html: string, address: string): Page {
  const page: Page = { active: [], passive: [], forms: [], policies: [], referrerPolicies: [] };
  let base = address;
  let hasBase = false;

  const add = (list: PageResource[], element: string, target: string | undefined, integrity?: string) => {
    if (target === undefined || list.length >= MAX_RESOURCES) return;
    const url = resolved(target, base);
    if (url) list.push({ url, element, hasIntegrity: (integrity ?? '').trim() !== '' });
  };
  const readMeta = (attributes: Record<string, string>) => {
    const content = (attributes['content'] ?? '').slice(0, MAX_ATTRIBUTE);
    if (attributes['http-equiv']?.toLowerCase() === 'content-security-policy') page.policies.push(content);
    const name = attributes['name']?.toLowerCase();
    if (name === 'referrer') page.referrerPolicies.push(content);
    if (name === 'generator' && content.trim() !== '') page.generator ??= content;
  };

  const parser = new Parser({
    onopentagname() {
      for (const elements of open) if (elements.length > MAX_DEPTH) elements.pop();
    },
    onopentag(name, attributes) {
      const source = Object.hasOwn(SOURCE_OF, name) ? SOURCE_OF[name] : undefined;
      if (source) return add(page[source.kind], name, attributes[source.attribute], attributes['integrity']);
      switch (name) {
        case 'link':
          if (isStyleSheet(attributes['rel'])) add(page.active, name, attributes['href'], attributes['integrity']);
          break;
        case 'form':
          // Without an action the form submits to the page itself.
          add(page.forms, name, attributes['action'] ?? '');
          break;
        case 'meta':
          readMeta(attributes);
          break;
        case 'base':
          // Only the first base element of a page applies.
          if (hasBase || attributes['href'] === undefined) break;
          hasBase = true;
          base = resolved(attributes['href'], address)?.href ?? address;
      }
    },
  });
  // Arrays of the open elements, the innermost first.
  const open = [parser['stack'], parser['foreignContext']] as unknown[][];
  parser.end(html);
  return page;
}

function isStyleSheet(rel: string | undefined): boolean {
  const words = (rel ?? '').slice(0, 200).toLowerCase().split(/\s+/);
  return words.includes('stylesheet') && !words.includes('alternate');
}

function resolved(target: string, base: string): URL | undefined {
  return target.length > MAX_ATTRIBUTE ? undefined : readUrl(target, base);
}
