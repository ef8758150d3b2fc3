import type { Step } from '#platform/database/database';
import type { RowSink } from '#platform/database/row-sink';
import type { WireRow } from '#platform/database/wire-row';
import { JsonWriter, piece } from '#platform/http/json-writer';
import type { View } from '#shared/view';
import { COLUMN, FLAG_AND_STATE, OBSERVATION_COLUMNS, ObservationRenderer } from './render-observation';

/** Initial buffer size: more than most observations need. */
const DEFAULT_BYTES = 1500;
const END = piece('}');

const FIND = `
  SELECT ${OBSERVATION_COLUMNS} FROM observation o ${FLAG_AND_STATE}
   WHERE o.organization_id = $1 AND o.view = $2 AND o.is_listed AND o.id = ANY ($3::uuid[])`;

/** Observations as their list serves them, by id. Those that are not in the view are missing. */
export class ObservationsById implements RowSink {
  private readonly ids: string[] = [];
  /** Where the JSON of each observation ends; it begins where the one before ends. */
  private readonly ends: number[] = [];
  private readonly writer: JsonWriter;
  private readonly renderer: ObservationRenderer;

  constructor(
    private readonly organizationId: string,
    private readonly view: View,
    owner: string,
    private readonly wanted: readonly string[],
  ) {
    this.writer = new JsonWriter(wanted.length * DEFAULT_BYTES);
    this.renderer = new ObservationRenderer(view, owner, this.writer);
  }

  /** The statement to run, once. */
  get reading(): Step {
    return { sql: FIND, params: [this.organizationId, this.view.number, this.wanted], prepared: true, plannedOnce: true, sink: this };
  }

  onBegin(): void {
    this.ids.length = this.ends.length = 0;
    this.writer.clear();
  }

  onRow(row: WireRow): void {
    this.renderer.render(row);
    this.ids.push(row.textOf(COLUMN.id) as string);
    this.ends.push(this.writer.piece(END).length);
  }

  /** What was found: parts of one buffer. */
  get json(): Map<string, Buffer> {
    const bytes = this.writer.done();
    return new Map(this.ids.map((id, index) => [id, bytes.subarray(this.ends[index - 1] ?? 0, this.ends[index])]));
  }
}
