import { isStatementTimeout } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';

export class FilterTooBroad extends ApiError {
  constructor(rule: string) {
    super(
      'DEADLINE_EXCEEDED',
      `The filter needs more reading than one call may do: no index narrows ${rule} down. Add a rule that matches fewer rows.`,
      'FILTER_TOO_BROAD',
      { rule },
    );
  }
}

/** Says which rule is to blame when a statement takes longer than it may; without one, nothing was filtered by. */
export async function within<T>(rule: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw rule !== undefined && isStatementTimeout(error) ? new FilterTooBroad(rule) : error;
  }
}
