import type { Step } from '#platform/database/database';
import type { RowTaker } from '#platform/database/statement-batch';
import type { WireRow } from '#platform/database/wire-row';
import { JsonWriter, piece } from '#platform/http/json-writer';
import type { View } from '#vocabulary/view';
import { COLUMN, FLAG_AND_STATE, OBSERVATION_COLUMNS, ObservationRenderer } from './render-observation';

/** Initial buffer size: more than most observations need. */
const DEFAULT_BYTES = 1500;
const END = piece('}');

const FIND = `
  SELECT ${OBSERVATION_COLUMNS} FROM observation o ${FLAG_AND_STATE}
   WHERE o.organization_id = $1 AND o.view = $2 AND o.is_listed AND o.id = ANY ($3::uuid[])`;

/** Observations as their list serves them, by id. Those that are not in the view are missing. */
export class ObservationsById implements RowTaker {
  readonly json = new Map<string, Buffer>();
  private readonly writer: JsonWriter;
  private readonly renderer: ObservationRenderer;

  constructor(
    private readonly organizationId: string,
    private readonly view: View,
    owner: string,
  ) {
    this.writer = new JsonWriter(DEFAULT_BYTES);
    this.renderer = new ObservationRenderer(view, owner, this.writer);
  }

  reading(ids: readonly string[]): Step {
    return { sql: FIND, params: [this.organizationId, this.view.number, ids], prepared: true, plannedOnce: true, taker: this };
  }

  begin(): void {
    this.json.clear();
  }

  take(row: WireRow): void {
    this.writer.clear();
    this.renderer.render(row);
    this.json.set(row.textOf(COLUMN.id) as string, Buffer.from(this.writer.piece(END).done()));
  }
}
