import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type CallToolResult,
  type McpRequestContext,
  type McpServerOptions,
  type Tool,
} from '@modelcontextprotocol/server';
import { toWebRequest } from '@modelcontextprotocol/node';
import { Injectable } from '@nestjs/common';
import type { Response as HttpResponse } from 'express';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { InvalidArgument, NotFound, type ApiError } from '#platform/errors/api-error';
import { errorBody } from '#platform/errors/error-body';
import { FileText } from '#platform/http/file-text';
import { tooLarge } from '#platform/http/json-body';
import { Logger } from '#platform/logging/logger';
import { SERVICE_API_VERSION } from '#platform/operations/api-version';
import { messageLimitOf } from '#platform/operations/body-limit';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { HOUR_MS } from '#platform/time/durations';
import { Prompts } from './prompts';
import { TOOL_TOPIC } from './reference-topics';
import { References } from './references';
import { ToolCalls, type ToolCall } from './tool-calls';
import { ToolCatalogue } from './tool-catalogue';

const INSTRUCTIONS = [
  "Vendor risk of the token's organization: findings (observations) about its vendors, security events that affect them, the fourth parties behind them, and the vendor directory. WhoAmI returns the organization, the scopes of the token and its view.",
  'Lists return totalCount before the rows: to count, use limit 1. A page has 50 rows, at most 200 with limit; pass nextCursor as cursor for the next. Narrow lists with filters before you page.',
  'Rows come with the fields that "fields" gives as default; name others, or ["*"] for all. GetReference explains filters, scoring and, under tools/ and a name, the whole schemas of a tool.',
  'Arguments are optional unless required; members are written in full, RISK_LEVEL_HIGH for RISK_LEVEL_(LOW|HIGH). Times are RFC 3339.',
  'A failed tool returns the error JSON of the REST API: details[0].reason is stable, BadRequest lists the invalid arguments.',
].join('\n');

/** Tools depend on the scopes of the token and the lifecycle of operations; everything else depends only on the release. */
const CACHE_HINTS: McpServerOptions['cacheHints'] = {
  'tools/list': { ttlMs: 5_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'resources/list': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'resources/templates/list': { ttlMs: HOUR_MS, cacheScope: 'public' },
};
const REFERENCE_URI = 'vendor-risk://reference/';
const KNOWN_METHODS = new Set([
  ...['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'tools/call'],
  ...['prompts/list', 'prompts/get', 'resources/list', 'resources/templates/list', 'resources/read'],
]);

/** Values and characters of a message without the arguments of its call: the protocol layer walks and copies each several times. */
const MAX_ENVELOPE = 20_000;

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; arguments?: unknown };
}

/** One POST: its message, and its tool call if it calls an existing tool. */
interface Exchange {
  request: AuthenticatedRequest;
  message: Message;
  call: ToolCall | undefined;
  refusal: ApiError | undefined;
  tools: Tool[];
}

/** Serves one protocol message per POST, without sessions: revision 2026-07-28, and the 2025 revisions with the same tools. */
@Injectable()
export class McpEndpoint {
  private readonly current: ReturnType<typeof createMcpHandler>;

  constructor(
    private readonly registry: OperationRegistry,
    private readonly catalogue: ToolCatalogue,
    private readonly calls: ToolCalls,
    private readonly references: References,
    private readonly prompts: Prompts,
    private readonly logger: Logger,
  ) {
    this.current = createMcpHandler((context) => this.serverFor(context), { legacy: 'reject', onerror: this.note });
  }

  async answer(request: AuthenticatedRequest, response: HttpResponse): Promise<Response> {
    const message = readMessage(request.body);
    const call = this.callIn(message, request, response);
    const limit = messageLimitOf(call?.operation);
    if ((request.bodyBytes ?? 0) > limit) throw tooLarge(limit);
    request.operation = call?.operation.name ?? (KNOWN_METHODS.has(message.method ?? '') ? message.method : undefined);
    const refusal = call && (await this.calls.refusal(call));
    // As an HTTP error, so that clients that can request more scopes do so.
    if (refusal?.reason === 'SCOPE_MISSING') throw refusal;
    // The server pushes nothing, so there is nothing to subscribe to.
    if (message.method === 'subscriptions/listen') return methodNotFound(message);

    const tools = message.method === 'tools/list' ? await this.catalogue.toolsOf(request.caller) : [];
    const exchange: Exchange = { request, message, call, refusal, tools };
    const authInfo: AuthInfo = { token: '', clientId: request.caller.clientId, scopes: [...request.caller.scopes], extra: { exchange } };
    const envelope = envelopeOf(message, call);
    if (isLarger(envelope, MAX_ENVELOPE)) {
      throw new InvalidArgument('The message is too large outside the arguments of a tool.', 'INVALID_REQUEST');
    }
    const web = await toWebRequest(request, {}); // its body is passed on parsed
    // Every answer is JSON: a client need not accept streams.
    web.headers.set('accept', 'application/json, text/event-stream');
    if (await isLegacyRequest(web, envelope)) return this.answerEarlier(web, envelope, authInfo);
    return this.current.fetch(web, { authInfo, parsedBody: envelope });
  }

  /** The 2025 revisions, answered with JSON like the current one. */
  private async answerEarlier(web: Request, message: Message, authInfo: AuthInfo): Promise<Response> {
    const server = this.serverFor({ era: 'legacy', authInfo });
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(web, { parsedBody: message, authInfo });
    } finally {
      await server.close();
    }
  }

  private callIn({ method, params }: Message, request: AuthenticatedRequest, response: HttpResponse): ToolCall | undefined {
    if (method !== 'tools/call' || typeof params?.name !== 'string') return undefined;
    const operation = this.registry.find(params.name)?.spec;
    return operation && !operation.restOnly ? { operation, input: params.arguments ?? {}, request, response } : undefined;
  }

  private serverFor({ authInfo }: McpRequestContext): McpServer {
    const exchange = authInfo?.extra?.exchange as Exchange;
    const mcp = new McpServer(
      { name: 'vendor-risk', title: 'Vendor-Risk API', version: SERVICE_API_VERSION },
      { instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS },
    );
    mcp.server.registerCapabilities({ tools: {}, prompts: {}, resources: {} });
    mcp.server.setRequestHandler('tools/list', () => ({ tools: exchange.tools }));
    // The arguments are read from the original body, because the protocol layer passes on a cleaned copy.
    mcp.server.setRequestHandler('tools/call', () => this.run(exchange));
    this.offerTexts(mcp.server);
    mcp.server.onerror = this.note;
    return mcp;
  }

  /** Prompts, and the references as resources. */
  private offerTexts(server: McpServer['server']): void {
    server.setRequestHandler('prompts/list', () => ({ prompts: this.prompts.list() }));
    server.setRequestHandler('prompts/get', ({ params }) => this.prompts.get(params.name, params.arguments ?? {}));
    server.setRequestHandler('resources/list', () => ({
      resources: this.references
        .topics()
        .map(({ topic, title }) => ({ uri: `${REFERENCE_URI}${topic}`, name: topic, title, mimeType: 'text/markdown' })),
    }));
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [
        {
          uriTemplate: `${REFERENCE_URI}${TOOL_TOPIC}{name}`,
          name: 'tool',
          title: 'The whole schemas of a tool',
          mimeType: 'application/json',
        },
      ],
    }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const found = uri.startsWith(REFERENCE_URI) ? await this.references.find(uri.slice(REFERENCE_URI.length)) : undefined;
      if (!found) throw new ResourceNotFoundError(uri);
      const mimeType = found.topic.startsWith(TOOL_TOPIC) ? 'application/json' : 'text/markdown';
      return { contents: [{ uri, mimeType, text: found.text }] };
    });
  }

  private run({ request, message, call, refusal }: Exchange): Promise<CallToolResult> | CallToolResult {
    if (!call) {
      const error = new NotFound('tool', String(message.params?.name).slice(0, 200));
      request.outcome = error.httpStatus;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, errorBody(error, request.requestId));
    }
    return refusal ? this.calls.failure(request, refusal) : this.calls.run(call);
  }

  /** Logs an error that the protocol layer has already answered. */
  private readonly note = (error: Error): void => {
    this.logger.debug(`mcp: ${error.message}`);
  };
}

function readMessage(body: unknown): Message {
  if (body === undefined) throw new InvalidArgument('This call needs a JSON body.', 'BODY_MISSING');
  // A batch would run many calls but count as one.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidArgument('Send one JSON-RPC message, an object, per request.', 'INVALID_REQUEST');
  }
  return body;
}

/** The message without the arguments of its call, which the protocol layer would walk and copy for nothing. */
function envelopeOf(message: Message, call: ToolCall | undefined): Message {
  const isObject = typeof call?.input === 'object' && call.input !== null && !Array.isArray(call.input);
  return isObject ? { ...message, params: { ...message.params, arguments: {} } } : message;
}

/** Whether a message is larger than this, in values and characters; counts no further. */
function isLarger(message: object, most: number): boolean {
  let size = 0;
  const add = (value: unknown): boolean => {
    size += typeof value === 'string' || value instanceof FileText ? value.length : 1;
    if (size > most || typeof value !== 'object' || value === null) return size > most;
    for (const key in value) if (add(key) || add((value as Record<string, unknown>)[key])) return true;
    return false;
  };
  return add(message);
}

function methodNotFound({ id }: Message): Response {
  return Response.json(
    { jsonrpc: '2.0', id: id ?? null, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } },
    { status: 404 },
  );
}
