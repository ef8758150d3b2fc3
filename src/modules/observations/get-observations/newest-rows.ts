import type { ObservationMode } from '#shared/observation.enums';
import type { Selection } from '../observation-query';
import { statesOf, whereState } from '../states';

/** Selects the newest rows of the list in each state, whether they match or not. */
export function newestRows({ scope }: Selection, mode: ObservationMode, columns: string, ofEachState: number): string {
  return statesOf(mode)
    .map(
      (state) =>
        `(SELECT ${columns} FROM observation o WHERE ${scope} AND ${whereState(state)} ORDER BY o.first_seen DESC, o.id DESC LIMIT ${ofEachState})`,
    )
    .join(' UNION ALL ');
}
