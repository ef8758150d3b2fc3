import { isStatementTimeout } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';

export class FilterTooBroad extends ApiError {
  constructor(rule: string) {
    super('DEADLINE_EXCEEDED', `The filter timed out: no index supports ${rule}. Add a rule that matches fewer rows.`, 'FILTER_TOO_BROAD', {
      rule,
    });
  }
}

/** Runs a statement; when it exceeds its timeout, names the rule at fault. Without a rule, the error passes unchanged. */
export async function within<T>(rule: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw rule !== undefined && isStatementTimeout(error) ? new FilterTooBroad(rule) : error;
  }
}
