import type { Answer, TestOrganization } from './organization';

type Resource = Record<string, unknown>;

/** All rows of a POST list. Empty if the caller may not read it. */
export function walk(org: TestOrganization, path: string, list: string, request: Resource = {}): Promise<Resource[]> {
  return pages(list, (page) => org.post(path, { ...request, ...page }));
}

/** All rows of a GET list. */
export function walkByGet(org: TestOrganization, path: string, list: string): Promise<Resource[]> {
  return pages(list, (page) => org.get(path, page));
}

async function pages(list: string, call: (page: { limit: number; cursor?: string }) => Promise<Answer>): Promise<Resource[]> {
  const rows: Resource[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await call({ limit: 200, ...(cursor && { cursor }) });
    if (status === 403) return rows;
    if (status !== 200) throw new Error(JSON.stringify(body));
    rows.push(...(body[list] as Resource[]));
    cursor = body.nextCursor as string | undefined;
  } while (cursor);
  return rows;
}
