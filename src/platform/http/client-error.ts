import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#platform/errors/api-error';
import { errorBody } from '#platform/errors/error-body';
import { requestIdFrom } from './request-id';

const CAUSES: Readonly<Record<string, ApiError>> = {
  HPE_HEADER_OVERFLOW: new ApiError('INVALID_ARGUMENT', 'The headers are too large.', 'HEADERS_TOO_LARGE', {}, { httpStatus: 431 }),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(
    'DEADLINE_EXCEEDED',
    'The request took too long to arrive.',
    'REQUEST_TIMEOUT',
    {},
    { httpStatus: 408 },
  ),
};
const MALFORMED = new ApiError('INVALID_ARGUMENT', 'The request is not well-formed HTTP.', 'MALFORMED_REQUEST');

/** What the HTTP parser refuses never becomes a request: the answer, with the standard error body, is written to the raw socket. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const begun = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ?? false;
  if (!socket.writable || begun || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const cause = CAUSES[error.code ?? ''] ?? MALFORMED;
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(errorBody(cause, requestId));
  socket.end(
    [
      `HTTP/1.1 ${cause.httpStatus} ${STATUS_CODES[cause.httpStatus] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
