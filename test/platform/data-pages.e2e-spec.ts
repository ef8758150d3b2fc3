import { startTestApp, type TestApp } from '../support/test-app';

describe('the pages that show data', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it.each(['/docs/graph', '/docs/portfolio'])('%s needs no token, and loads only its own files and the client', async (address) => {
    const page = await fetch(`${service.url}${address}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const waiting = [...(await page.text()).matchAll(/(?:src|href)="([^"]+\.(?:css|js))"/g)].map(([, path]) => path as string);
    const seen = new Set(waiting);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const file = await fetch(`${service.url}${path}`);
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      const text = await file.text();
      if (!path.startsWith('/docs/client/')) expect(text).not.toMatch(/\bfetch\(|XMLHttpRequest/);
      for (const [, name] of text.matchAll(/from '(\.{1,2}\/[\w./-]+\.js)'/g)) {
        const { pathname } = new URL(name as string, `${service.url}${path}`);
        if (!seen.has(pathname)) waiting.push(pathname);
        seen.add(pathname);
      }
    }
    for (const path of seen) expect(path).toMatch(new RegExp(`^(?:${address}|/docs/page|/docs/client)/`));
    expect([...seen]).toEqual(expect.arrayContaining(['/docs/page/session.js', '/docs/page/page.css', '/docs/client/index.js']));
  });

  it.each(['graph/graph.html', 'graph/constructor', 'graph/..%2Favd.module.ts', 'graph/layout.ts', 'page/page.html'])(
    'does not serve %s',
    async (name) => {
      expect((await fetch(`${service.url}/docs/${name}`)).status).toBe(404);
    },
  );
});
