import type { RowSink } from '#platform/database/row-sink';
import type { WireRow } from '#platform/database/wire-row';
import { JsonWriter, piece } from '#platform/http/json-writer';
import { COLUMN, ObservationRenderer } from '../render-observation';
import type { View } from '#shared/view';

/** Initial buffer size: more than most observations need. */
const DEFAULT_BYTES = 4096;
const ENTITLED = COLUMN.afterAll;
const CONTACTS = COLUMN.afterAll + 1;
const BEGINNING = piece('{"observation":');
const CONTACT = piece(',"companyContact":{"domain":');
const CONTACT_LIST = piece(',"contacts":');
const END_OF_CONTACT = piece('}');
const END = piece('}}');

/** One observation with the vendor's contacts, written as the row arrives. */
export class OneObservation implements RowSink {
  isEntitled = false;
  json: Buffer | undefined;

  constructor(
    private readonly view: View,
    private readonly owner: string,
  ) {}

  onBegin(): void {
    this.isEntitled = false;
    this.json = undefined;
  }

  onRow(row: WireRow): void {
    this.isEntitled = row.textOf(ENTITLED) === 't';
    if (row.isNull(COLUMN.id)) return;
    const writer = new JsonWriter(DEFAULT_BYTES).piece(BEGINNING);
    new ObservationRenderer(this.view, this.owner, writer).render(row);
    if (!row.isNull(CONTACTS)) {
      writer.piece(CONTACT).text(row, COLUMN.party).piece(CONTACT_LIST).value(row, CONTACTS).piece(END_OF_CONTACT);
    }
    this.json = writer.piece(END).done();
  }
}
