import { ApiError } from '#platform/errors/api-error';

const RETRY_AFTER_SECONDS = 5;

export function importInProgress(): ApiError {
  return new ApiError(
    'ABORTED',
    'Another import of the organization is running; try again when it is done.',
    'IMPORT_IN_PROGRESS',
    {},
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
