import { ApiProperty } from '@nestjs/swagger';
import { Int32, NestedList, Nested, Text } from '#platform/http/fields';

/** One google.rpc detail; which fields it has depends on its type. */
export class StatusDetail {
  @ApiProperty({ name: '@type', type: String, maxLength: 200, example: 'type.googleapis.com/google.rpc.ErrorInfo' })
  type!: string;
}

export class StatusError {
  @Text({ max: 64, example: 'INVALID_ARGUMENT', description: 'Machine-readable code.' })
  code!: string;

  @Text({ max: 128, example: 'req_5f0c2f1d9a3b4c5d6e7f8091', description: 'Identifies the call for support; equal to X-Request-Id.' })
  request_id!: string;
}

/** The standard error body. */
export class Status {
  @Int32({ example: 3, description: 'google.rpc code.' })
  code!: number;

  @Text({ max: 4096, example: 'limit: must not be less than 0', description: 'English, for developers.' })
  message!: string;

  @NestedList(() => StatusDetail, {
    maxItems: 10,
    description: 'ErrorInfo always; BadRequest, RetryInfo, ResourceInfo, PreconditionFailure where they apply; RequestInfo last.',
  })
  details!: StatusDetail[];

  @Nested(() => StatusError)
  error!: StatusError;
}
