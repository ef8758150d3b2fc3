import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/errors/api-error';

const RETRY_AFTER_SECONDS = 5;

/** One import per organization at a time in this process, checked before any work. */
@Injectable()
export class ImportsInProgress {
  private readonly organizations = new Set<string>();

  async during<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    if (this.organizations.has(organizationId)) throw importInProgress();
    this.organizations.add(organizationId);
    try {
      return await work();
    } finally {
      this.organizations.delete(organizationId);
    }
  }
}

export function importInProgress(): ApiError {
  return new ApiError(
    'ABORTED',
    'Another import of the organization is running; try again when it is done.',
    'IMPORT_IN_PROGRESS',
    {},
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
