import type { Tool } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Caller } from '#platform/identity/caller';
import { ApiDescription } from '#platform/openapi/api-description';
import { Lifecycle, type Deprecation } from '#platform/operations/lifecycle';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { toolDescription } from './tool-description';
import { inputSchema, outputSchema, type DescribedOperation, type Schema } from './tool-schemas';

interface Listed {
  operation: RegisteredOperation;
  tool: Tool;
  sunsetAt: number;
}

/** Every operation as a tool, by name; made from the description that REST callers read, and kept as long as that one is. */
@Injectable()
export class ToolCatalogue {
  private made: { document: OpenAPIObject; listed: readonly Listed[] } | undefined;

  constructor(
    private readonly registry: OperationRegistry,
    private readonly description: ApiDescription,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** The tools a caller may call, always in the same order. */
  async toolsOf(caller: Caller): Promise<Tool[]> {
    const now = Date.now();
    return (await this.listed())
      .filter(({ operation, sunsetAt }) => sunsetAt > now && operation.spec.scopes.every((scope) => caller.scopes.has(scope)))
      .map(({ tool }) => tool);
  }

  private async listed(): Promise<readonly Listed[]> {
    const document = await this.description.document();
    if (this.made?.document !== document) {
      const deprecations = await this.lifecycle.deprecations();
      const listed = this.registry.operations
        .filter(({ spec }) => !spec.restOnly)
        .map((operation) => describe(operation, document, deprecations.get(operation.spec.name)));
      this.made = { document, listed: listed.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1)) };
    }
    return this.made.listed;
  }
}

function describe(operation: RegisteredOperation, document: OpenAPIObject, deprecation: Deprecation | undefined): Listed {
  const { spec, method, path } = operation;
  const paths = document.paths as unknown as Record<string, Record<string, DescribedOperation>>;
  const described = paths[path]?.[method.toLowerCase()];
  if (!described) throw new Error(`${spec.name} is missing in the OpenAPI document.`);
  const components = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const input = inputSchema(described, components);
  const tool = {
    name: spec.name,
    title: spec.summary,
    description: toolDescription(spec, input, deprecation),
    inputSchema: input,
    outputSchema: outputSchema(described, components),
    annotations: {
      title: spec.summary,
      readOnlyHint: spec.effect === 'read',
      destructiveHint: spec.effect === 'destructive',
      idempotentHint: isIdempotent(operation),
      openWorldHint: false,
    },
  };
  return { operation, tool: tool as Tool, sunsetAt: deprecation?.sunsetAt.getTime() ?? Infinity };
}

/** Whether a second identical call changes nothing more: deleting and setting do not, adding does. */
function isIdempotent({ spec, method }: RegisteredOperation): boolean {
  return spec.effect !== 'write' || method === 'PATCH' || spec.idempotent === true;
}
