/** What indexes can read besides a condition. Each is missing where no index has it. */
export interface Readings<Reading> {
  /** The ids of exactly the matching rows: then the filter need not be checked. */
  ids?: Reading | undefined;
  /** Exactly the matching rows with the time of their last change, as observation_id and updated_at. */
  states?: Reading | undefined;
  /** The observations o of the condition, read along an index: faster than by their ids. */
  rows?: Reading | undefined;
}

/** The same readings, each changed. */
export function mapReadings<From, To>({ ids, states, rows }: Readings<From>, change: (reading: From) => To): Readings<To> {
  return { ids: ids && change(ids), states: states && change(states), rows: rows && change(rows) };
}
