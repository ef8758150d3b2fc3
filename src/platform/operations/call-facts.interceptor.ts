import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { requestOf, writingCaller } from '#platform/identity/caller';
import { operationOf } from './operation-metadata';

/** Gives the caller of a write the facts of its call, for the audit log. Reads are not recorded and need none. */
@Injectable()
export class CallFactsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    request.caller = writingCaller(request, operationOf(context.getHandler())?.name ?? '');
    return next.handle();
  }
}
