import { Injectable } from '@nestjs/common';
import { Command, CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { readRequest } from '#platform/fields/read-request';
import { chooseFields } from './choose-fields';
import type { OperationSpec } from './operation';
import { assertScopes } from './scope.guard';

/** Runs an operation for a caller outside REST: the same checks, the same handler. MCP tools call this. */
@Injectable()
export class OperationRunner {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async run(operation: OperationSpec, caller: Caller, input: unknown): Promise<object> {
    assertScopes(operation, caller);
    const request = readRequest(operation.request, input);
    const message = new operation.sends(caller, request);
    const answer: Promise<object> = message instanceof Command ? this.commands.execute(message) : this.queries.execute(message);
    return chooseFields(operation)?.(request, answer) ?? answer;
  }
}
