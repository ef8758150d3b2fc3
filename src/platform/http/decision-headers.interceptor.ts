import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { requestOf, responseOf } from '#platform/identity/caller';
import { writeDecisions } from './decision-headers';

/**
 * Adds deprecation and rate-limit headers to every call that reaches a handler. It writes them before the handler runs, so it
 * adds no operator to the response stream.
 */
@Injectable()
export class DecisionHeadersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    writeDecisions(requestOf(context), responseOf(context));
    return next.handle();
  }
}
