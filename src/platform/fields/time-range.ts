import { InvalidArgument } from '#platform/errors/api-error';

/** Refuses a time range that ends before it starts. Times are UTC texts, which sort like instants. */
export function assertForward(field: string, range: { startTime?: string; endTime?: string } | undefined): void {
  const { startTime, endTime } = range ?? {};
  if (startTime === undefined || endTime === undefined || startTime <= endTime) return;
  const violation = { field: `${field}.startTime`, description: 'must not be after endTime' };
  throw new InvalidArgument(`${violation.field} ${violation.description}.`, 'INVALID_REQUEST', [violation]);
}
