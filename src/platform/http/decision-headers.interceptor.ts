import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { writeDecisions } from './decision-headers';

/** Adds deprecation and rate-limit headers to every call that reaches a handler. It writes before the handler runs and leaves the stream alone. */
@Injectable()
export class DecisionHeadersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    writeDecisions(context.getArgByIndex<AuthenticatedRequest>(0), context.getArgByIndex<Response>(1));
    return next.handle();
  }
}
