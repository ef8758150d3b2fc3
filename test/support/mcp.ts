import { callOf } from './http';
import type { Answer } from './organization';
import { describedTool } from './response-schema';
import type { TestApp } from './test-app';

const CURRENT = '2026-07-28';

/** A hand-written protocol client, for the current or the 2025 revision. */
export class McpCaller {
  private id = 0;

  constructor(
    private readonly service: TestApp,
    private readonly token: string | undefined,
    readonly revision: '2026-07-28' | '2025-11-25' = CURRENT,
  ) {}

  /** Sends one request; the answer's body is the whole JSON-RPC message. */
  send(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    this.id += 1;
    const named: Record<string, string> = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
    const current = this.revision === CURRENT;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': CURRENT,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return this.post(
      { jsonrpc: '2.0', id: this.id, method, params: current ? { ...params, _meta: meta } : params },
      { 'mcp-protocol-version': this.revision, ...(current && { 'mcp-method': method, ...named }), ...headers },
    );
  }

  async call(name: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return describedTool(name, await this.send('tools/call', { name, arguments: input }, headers));
  }

  async tools(): Promise<ListedTool[]> {
    return (await this.send('tools/list')).body.result.tools;
  }

  /** Sends any body. */
  post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return callOf(`${this.service.url}/public/v1/mcp`, {
      method: 'POST',
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
}

export interface ListedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: Record<string, unknown>;
}
