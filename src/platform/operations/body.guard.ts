import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Admission } from '#platform/http/admission';
import { readBody, type BodyRules } from '#platform/http/json-body';
import { ThreadPool } from '#platform/threads/thread-pool';
import { requestOf, responseOf, type AuthenticatedRequest } from '#platform/identity/caller';
import { bodyLimitOf, largestMessageOf } from './body-limit';
import { formLimitOf, isUnguarded, operationOf } from './operation-metadata';
import { OneAtATime } from './one-at-a-time';
import { OperationRegistry } from './operation.registry';

/** Calls without a token carry only a client id, a secret and a few parameters. */
const ANONYMOUS: Omit<BodyRules, 'threads'> = { limit: 16_384, acceptsForms: true, owner: '' };

/** The last guard: reads the body, so that the body of a refused call is never read or parsed, and then admits the call. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly admission: Admission,
    private readonly registry: OperationRegistry,
    private readonly threads: ThreadPool,
    private readonly oneAtATime: OneAtATime,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const response = responseOf(context);
    if (isUnguarded(context.getHandler(), context.getClass())) {
      const limit = formLimitOf(context.getHandler()) ?? ANONYMOUS.limit;
      await readBody(request, response, { ...ANONYMOUS, limit, threads: this.threads });
      return true;
    }
    const operation = operationOf(context.getHandler());
    const owner = request.caller.organizationId;
    if (operation) this.oneAtATime.enter(operation, owner, response);
    const limit = operation ? bodyLimitOf(operation) : this.largestMessageOf(request);
    request.bodyBytes = await readBody(request, response, { limit, acceptsForms: false, owner, threads: this.threads });
    this.admission.begin(response);
    return true;
  }

  private largestMessageOf({ caller }: AuthenticatedRequest): number {
    return largestMessageOf(
      caller,
      this.registry.operations.map(({ spec }) => spec),
    );
  }
}
