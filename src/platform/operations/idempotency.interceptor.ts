import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { requestOf, responseOf, type AuthenticatedRequest } from '#platform/identity/caller';
import type { OperationSpec } from './operation';
import { operationOf } from './operation-metadata';
import { Idempotency } from './idempotency';

/** Honours Idempotency-Key on every POST that writes. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: Idempotency) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const key = request.headers['idempotency-key'];
    const operation = operationOf(context.getHandler());
    if (key === undefined || request.method !== 'POST' || !operation || operation.effect === 'read') return next.handle();
    const response = responseOf(context);
    return from(this.answer(String(key), operation, request, response, next));
  }

  private async answer(
    key: string,
    operation: OperationSpec,
    request: AuthenticatedRequest,
    response: Response,
    next: CallHandler,
  ): Promise<unknown> {
    const input = { ...(request.body as object), ...request.params };
    const answer = await this.idempotency.run(request.caller, operation, key, input, () => firstValueFrom(next.handle()));
    if (answer.replayed) response.setHeader('Idempotency-Replayed', 'true');
    return answer.body;
  }
}
