import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type CallToolResult,
  type McpRequestContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { toWebRequest } from '@modelcontextprotocol/node';
import { Injectable } from '@nestjs/common';
import type { Response as HttpResponse } from 'express';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { InvalidArgument, NotFound, type ApiError } from '#platform/errors/api-error';
import { errorBody } from '#platform/errors/error-body';
import { tooLarge } from '#platform/http/json-body';
import { Logger } from '#platform/logging/logger';
import { SERVICE_API_VERSION } from '#platform/operations/api-version';
import { messageLimitOf } from '#platform/operations/body-limit';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { ToolCalls, type ToolCall } from './tool-calls';
import { ToolCatalogue } from './tool-catalogue';

const INSTRUCTIONS = `Vendor risk of the token's organization: findings about its vendors, security events that affect them, the fourth parties behind them, and the vendor directory. WhoAmI returns the organization, the scopes of the token and its view. Lists are paged; narrow them with filters before you page through them. A failed tool returns the same error JSON as the REST API: details[0].reason is stable, BadRequest lists the invalid arguments.`;

const TOOL_LIST_TTL_MS = 5_000;
const KNOWN_METHODS = new Set(['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'tools/call']);

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
    const web = await toWebRequest(request, {}); // its body is passed on parsed
    // Every answer is JSON: a client need not say that it takes streams as well.
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

  private serverFor({ era, authInfo }: McpRequestContext): McpServer {
    const exchange = authInfo?.extra?.exchange as Exchange;
    const mcp = new McpServer(
      { name: 'vendor-risk', title: 'Vendor-Risk API', version: SERVICE_API_VERSION },
      { instructions: INSTRUCTIONS, cacheHints: { 'tools/list': { ttlMs: TOOL_LIST_TTL_MS, cacheScope: 'private' } } },
    );
    mcp.server.registerCapabilities({ tools: {} });
    mcp.server.setRequestHandler('tools/list', () => ({ tools: exchange.tools }));
    // The arguments are read from the original body, because the protocol layer passes on a cleaned copy.
    mcp.server.setRequestHandler('tools/call', async () => {
      const result = await this.run(exchange);
      return era === 'legacy' && result.isError ? withoutStructure(result) : result;
    });
    mcp.server.onerror = this.note;
    return mcp;
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

/** The message without the arguments of its call, which the protocol layer would only walk and copy. */
function envelopeOf(message: Message, call: ToolCall | undefined): Message {
  const isObject = typeof call?.input === 'object' && call.input !== null && !Array.isArray(call.input);
  return isObject ? { ...message, params: { ...message.params, arguments: {} } } : message;
}

function methodNotFound({ id }: Message): Response {
  return Response.json(
    { jsonrpc: '2.0', id: id ?? null, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } },
    { status: 404 },
  );
}

/** Earlier clients validate even errors against the tool's output schema, so they get errors only as text. */
function withoutStructure({ structuredContent: _, ...result }: CallToolResult): CallToolResult {
  return result;
}
