import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Admission } from '#platform/http/admission';
import { readBody, type BodyRules } from '#platform/http/json-body';
import { requestOf, responseOf, type AuthenticatedRequest } from '#platform/identity/caller';
import { bodyLimitOf, largestMessageOf } from './body-limit';
import { isUnguarded, operationOf } from './operation-metadata';
import { OperationRegistry } from './operation.registry';

/** Calls without a token carry only a client id, a secret and a few parameters. */
const ANONYMOUS: BodyRules = { limit: 16_384, acceptsForms: true, owner: '' };

/** The last guard: reads the body, so that the body of a refused call is never read or parsed, and then admits the call. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly admission: Admission,
    private readonly registry: OperationRegistry,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const response = responseOf(context);
    if (isUnguarded(context.getHandler(), context.getClass())) {
      await readBody(request, response, ANONYMOUS);
      return true;
    }
    const operation = operationOf(context.getHandler());
    const owner = request.caller.organizationId;
    const limit = operation ? bodyLimitOf(operation) : this.largestMessageOf(request);
    request.bodyBytes = await readBody(request, response, { limit, acceptsForms: false, owner });
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
