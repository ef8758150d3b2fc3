import type { RowSink } from '#platform/database/row-sink';
import type { WireRow } from '#platform/database/wire-row';
import { JsonWriter, piece } from '#platform/http/json-writer';
import type { Place } from '#platform/paging/cursor';
import { COLUMN, ObservationRenderer } from '../render-observation';
import type { View } from '#shared/view';

/** Initial buffer size per observation: more than most need. */
const DEFAULT_BYTES = 1500;
const BEGINNING = piece('{"observations":[');
const END_OF_ITEM = piece('}');
const NEXT_ITEM = piece('},');
const END_OF_LIST = piece(']');

/** A page, written while its rows arrive. A row beyond its end only shows that there is a next page. */
export class ObservationPage implements RowSink {
  /** Position of the last row, after which the next page starts; undefined on the last page. */
  next: Place | undefined;
  private readonly writer: JsonWriter;
  private readonly renderer: ObservationRenderer;
  private taken = 0;
  private last: Place | undefined;

  constructor(
    view: View,
    owner: string,
    private readonly limit: number,
    /** Number of sort keys, which follow the columns of an observation. */
    private readonly keys: number,
  ) {
    this.writer = new JsonWriter((limit + 1) * DEFAULT_BYTES);
    this.renderer = new ObservationRenderer(view, owner, this.writer);
  }

  /** Whether a row beyond its end was seen. */
  get isFull(): boolean {
    return this.taken > this.limit;
  }

  get isEmpty(): boolean {
    return this.taken === 0;
  }

  onBegin(): void {
    this.next = undefined;
    this.taken = 0;
    this.writer.clear();
    this.writer.piece(BEGINNING);
  }

  onRow(row: WireRow): void {
    this.taken += 1;
    if (this.taken > this.limit) {
      this.next = this.last;
      return;
    }
    if (this.taken > 1) this.writer.piece(NEXT_ITEM);
    this.renderer.render(row);
    if (this.taken === this.limit) this.last = this.placeOf(row);
  }

  private placeOf(row: WireRow): Place {
    const columns = [...Array.from({ length: this.keys }, (_, index) => COLUMN.afterAll + index), COLUMN.id];
    return columns.map((column) => row.textOf(column) as string);
  }

  /** The answer, with further members appended. */
  json(more: string): Buffer {
    if (this.taken > 0) this.writer.piece(END_OF_ITEM);
    return this.writer
      .piece(END_OF_LIST)
      .piece(piece(`${more}}`))
      .done();
  }
}
