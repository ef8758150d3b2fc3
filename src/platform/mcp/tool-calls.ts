import type { CallToolResult } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { writingCaller, type AuthenticatedRequest } from '#platform/identity/caller';
import { resourceMetadataUrl } from '#platform/auth/resource-metadata';
import { Env } from '#platform/config/env';
import { InvalidArgument, type ApiError } from '#platform/errors/api-error';
import { errorBody } from '#platform/errors/error-body';
import { writeDeprecation } from '#platform/http/decision-headers';
import { Refusals } from '#platform/http/refusals';
import { JsonText } from '#platform/http/json-text';
import { Idempotency, type Answer } from '#platform/operations/idempotency';
import { checkApiVersion } from '#platform/operations/api-version';
import { assertNotRetired, Lifecycle } from '#platform/operations/lifecycle';
import { OneAtATime } from '#platform/operations/one-at-a-time';
import type { OperationSpec } from '#platform/operations/operation';
import { rowFieldsOf } from '#platform/paging/row-fields';
import { RefusalLog } from '#platform/operations/refusal-log';
import { OperationRunner } from '#platform/operations/operation.runner';
import { assertScopes } from '#platform/operations/scope.guard';

/** In bytes. An agent has no use for more, and the protocol layer would walk and copy it several times. */
const MAX_ANSWER = 1_048_576;
const TOO_LARGE = new InvalidArgument(
  `The answer is longer than ${MAX_ANSWER} bytes: ask for fewer rows with limit, or for fewer fields.`,
  'ANSWER_TOO_LARGE',
);

/** One call of a tool. */
export interface ToolCall {
  operation: OperationSpec;
  input: unknown;
  request: AuthenticatedRequest;
  response: Response;
}

/** Runs operations as tools, with the same checks, handlers and answers as the REST calls. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly env: Env,
    private readonly lifecycle: Lifecycle,
    private readonly runner: OperationRunner,
    private readonly idempotency: Idempotency,
    private readonly refusals: Refusals,
    private readonly refusalLog: RefusalLog,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /** Runs the checks of the REST guards in the same order, and returns the error, if any. */
  async refusal({ operation, request, response }: ToolCall): Promise<ApiError | undefined> {
    try {
      const deprecation = await this.lifecycle.deprecationOf(operation.name);
      if (deprecation) {
        writeDeprecation(deprecation, response);
        assertNotRetired(deprecation);
      }
      checkApiVersion(request.headers['service-api-version']);
      assertScopes(operation, request.caller, resourceMetadataUrl(this.env, 'mcp'));
      this.oneAtATime.enter(operation, request.caller.organizationId, response);
      return undefined;
    } catch (thrown) {
      return this.refusals.of(thrown, request.requestId);
    }
  }

  async run(call: ToolCall): Promise<CallToolResult> {
    const { request, response } = call;
    try {
      const { body, replayed } = await this.answer(call);
      if (replayed) response.setHeader('Idempotency-Replayed', 'true');
      const bytes = body instanceof JsonText ? body.bytes : Buffer.from(JSON.stringify(body));
      if (call.operation.effect === 'read' && bytes.length > MAX_ANSWER) throw TOO_LARGE;
      return result(request, 200, countsFirst(JSON.parse(bytes.toString()) as object));
    } catch (thrown) {
      return this.failure(request, this.refusals.of(thrown, request.requestId));
    }
  }

  /** An error as a tool result, so that an agent can read it and act on it. */
  failure(request: AuthenticatedRequest, error: ApiError): CallToolResult {
    this.refusalLog.note(request, error.httpStatus, error.reason);
    return result(request, error.httpStatus, errorBody(error, request.requestId));
  }

  private async answer({ operation, input, request }: ToolCall): Promise<Answer> {
    const caller = operation.effect === 'read' ? request.caller : writingCaller(request, operation.name);
    const work = () => this.runner.run(operation, caller, withBriefFields(operation, input));
    const key = request.headers['idempotency-key'];
    if (key === undefined || operation.effect === 'read') return { body: await work(), replayed: false };
    return this.idempotency.run(request.caller, operation, String(key), input, work);
  }
}

/** A list returns few fields of its rows unless the agent names others: rows are large and fill its context. */
function withBriefFields({ request }: OperationSpec, input: unknown): unknown {
  const rowFields = rowFieldsOf(request);
  if (!rowFields || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const { fields } = input as { fields?: unknown };
  const isUnset = fields === undefined || fields === null || (Array.isArray(fields) && fields.length === 0);
  return isUnset ? { ...input, fields: rowFields.brief } : input;
}

/** Lists come last: an agent reads how many there are before it reads the rows. */
function countsFirst(body: object): object {
  const entries = Object.entries(body);
  return Object.fromEntries([
    ...entries.filter(([, value]) => !Array.isArray(value)),
    ...entries.filter(([, value]) => Array.isArray(value)),
  ]);
}

function result(request: AuthenticatedRequest, status: number, body: object): CallToolResult {
  request.outcome = status;
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
    ...(status >= 400 && { isError: true }),
  };
}
