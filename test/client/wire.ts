import { readBody } from '../support/http';
import { described } from '../support/response-schema';

type Fault = (url: string) => Promise<Response | undefined>;

/** A proxy between the client and a real service. A test can drop an answer or answer in the service's place. */
export class Wire {
  readonly sent: { path: string; headers: Headers; body: string }[] = [];
  private readonly faults: { path: string; answer: Fault | 'lose' }[] = [];

  /** The next call to the path arrives, but its answer is lost. */
  loseAnswer(path: string): void {
    this.faults.push({ path, answer: 'lose' });
  }

  /** The next call to the path gets this answer and does not arrive. */
  answer(path: string, status: number, headers: Record<string, string> = {}): void {
    this.faults.push({ path, answer: () => Promise.resolve(new Response('{}', { status, headers })) });
  }

  /** How often a path was called. */
  count(path: string): number {
    return this.sent.filter((call) => call.path === path).length;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { url } = new Request(input);
    const { pathname: path } = new URL(url);
    this.sent.push({ path, headers: new Headers(init?.headers), body: typeof init?.body === 'string' ? init.body : '' });
    const index = this.faults.findIndex((fault) => fault.path === path);
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    if (fault && fault.answer !== 'lose') return (await fault.answer(url)) ?? fetch(input, init);
    const response = await fetch(input, init);
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { status, headers } = response;
      const answer = { status, headers, body: readBody(headers, await response.clone().text()) };
      described(init?.method ?? 'GET', url, answer, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
    }
    if (!fault) return response;
    await response.text();
    throw new TypeError('fetch failed');
  };
}
