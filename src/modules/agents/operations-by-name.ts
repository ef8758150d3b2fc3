import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/identity/caller';
import { JsonText } from '#platform/http/json-text';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { OperationRunner } from '#platform/operations/operation.runner';
import { mayCall } from '#platform/operations/scope.guard';

/** Runs other operations with the caller's permissions, as an agent would call them. */
@Injectable()
export class OperationsByName {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly runner: OperationRunner,
  ) {}

  async run<Response>(name: string, caller: Caller, input: object): Promise<Response> {
    const answer = await this.runner.run(this.specOf(name), caller, input);
    return (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as Response;
  }

  mayRun(name: string, caller: Caller): boolean {
    return mayCall(this.specOf(name), caller);
  }

  private specOf(name: string) {
    const operation = this.registry.find(name);
    if (!operation) throw new Error(`There is no operation ${name}.`);
    return operation.spec;
  }
}
