import { ApiError } from '#platform/errors/api-error';

const RETRY_AFTER_SECONDS = 5;

export function exportInProgress(): ApiError {
  return new ApiError(
    'ABORTED',
    'Another export of the organization is running; try again when it is done.',
    'EXPORT_IN_PROGRESS',
    {},
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

export function exportTimeout(seconds: number): ApiError {
  const limit = seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
  return new ApiError('DEADLINE_EXCEEDED', `The export took longer than ${limit}: export less, or read faster.`, 'EXPORT_TIMEOUT');
}
