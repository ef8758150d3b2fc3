import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { etagOf, versionOf } from '#platform/http/etag';
import { JsonText } from '#platform/http/json-text';
import { operationOf } from './operation-metadata';

/** Adds an ETag with the version of the resource's writable fields, which If-Match compares. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<JsonText> {
    const writable = operationOf(context.getHandler())?.writable;
    if (!writable) throw new Error('An entity tag needs the writable fields of the resource.');
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((body) => {
        const text = JSON.stringify(body);
        response.setHeader('ETag', etagOf(text, versionOf(writable(body))));
        return new JsonText(text);
      }),
    );
  }
}
