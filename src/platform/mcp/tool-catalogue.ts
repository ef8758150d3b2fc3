import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Caller } from '#platform/identity/caller';
import { ApiDescription } from '#platform/openapi/api-description';
import { Lifecycle } from '#platform/operations/lifecycle';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { mayCall } from '#platform/operations/scope.guard';
import { BriefInputs } from './brief-inputs';
import { toolDescription } from './tool-description';
import { schemasOf } from './tool-schemas';

interface Listed {
  operation: RegisteredOperation;
  tool: Tool;
  sunsetAt: number;
}

/** Every operation that agents may call, as a tool; created from the OpenAPI document and cached as long as that document. */
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
      .filter(({ operation, sunsetAt }) => sunsetAt > now && mayCall(operation.spec, caller))
      .map(({ tool }) => tool);
  }

  /** Creates all tools, and the OpenAPI document before them: the first call that needs them would block the event loop. */
  async prepare(): Promise<void> {
    await this.listed();
  }

  private async listed(): Promise<readonly Listed[]> {
    const document = await this.description.document();
    if (this.made?.document !== document) {
      const deprecations = await this.lifecycle.deprecations();
      const offered = this.registry.operations.filter(({ spec }) => !spec.restOnly);
      const toolNames = new Set(offered.map(({ spec }) => spec.name));
      const inputs = new BriefInputs();
      const listed = offered
        .sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1))
        .map((operation): Listed => {
          const { spec } = operation;
          const deprecation = deprecations.get(spec.name);
          const tool: Tool = {
            name: spec.name,
            description: toolDescription(spec, deprecation, toolNames),
            inputSchema: inputs.of(spec.name, schemasOf(operation, document).input, spec.request) as Tool['inputSchema'],
            annotations: annotationsOf(operation),
          };
          return { operation, tool, sunsetAt: deprecation?.sunsetAt.getTime() ?? Infinity };
        });
      this.made = { document, listed };
    }
    return this.made.listed;
  }
}

/** Leaves out defaults that a client assumes anyway: the hints about writing matter only for a tool that writes. */
function annotationsOf(operation: RegisteredOperation): ToolAnnotations {
  const { effect } = operation.spec;
  if (effect === 'read') return { readOnlyHint: true };
  return { destructiveHint: effect === 'destructive', idempotentHint: isIdempotent(operation) };
}

/** Whether repeating a call has no further effect: true for deleting and setting, false for adding. */
function isIdempotent({ spec, method }: RegisteredOperation): boolean {
  return spec.effect !== 'write' || method === 'PATCH' || spec.idempotent === true;
}
