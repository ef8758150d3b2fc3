import { startTestApp, type TestApp } from '../support/test-app';

describe('GET /docs/graph', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('serves a page without a token, with all files from this service', async () => {
    const page = await fetch(`${service.url}/docs/graph`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const waiting = [...(await page.text()).matchAll(/(?:src|href)="(\/docs\/graph\/[^"]+)"/g)].map(([, path]) => path as string);
    const seen = new Set(waiting);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const file = await fetch(`${service.url}${path}`);
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      for (const [, name] of (await file.text()).matchAll(/from '\.\/([\w-]+\.js)'/g)) {
        if (!seen.has(`/docs/graph/${name}`)) waiting.push(`/docs/graph/${name}`);
        seen.add(`/docs/graph/${name}`);
      }
    }
    expect([...seen].sort()).toEqual(
      ['api.js', 'graph.css', 'graph.js', 'kinds.js', 'layout.js', 'panel.js', 'picture.js'].map((name) => `/docs/graph/${name}`),
    );
  });

  it.each(['graph.html', 'constructor', '..%2Favd.module.ts', 'layout.ts'])('does not serve %s', async (name) => {
    expect((await fetch(`${service.url}/docs/graph/${name}`)).status).toBe(404);
  });
});
