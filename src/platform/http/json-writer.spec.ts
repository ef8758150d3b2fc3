import fc from 'fast-check';
import { isoTime } from '#platform/database/iso-time';
import { wireRow } from '#platform/database/wire-row.fixture';
import { WireRow } from '#platform/database/wire-row';
import { JsonWriter, piece } from './json-writer';

/** Bytes before the row, as most rows have in a received chunk. */
const BEFORE = 7;

function rowOf(...values: (string | null)[]): WireRow {
  const content = wireRow(values);
  return new WireRow().moveTo(Buffer.concat([Buffer.alloc(BEFORE), content]), BEFORE, content.length + 4);
}

/** Texts that the database can store: no NUL or lone surrogates; shorter and longer than the limit of the byte loop. */
const text = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme-ascii', maxLength: 200 }))
  .map((each) => each.replaceAll('\0', '').toWellFormed());

describe('JsonWriter', () => {
  it('writes texts as JSON.stringify does, whatever the initial buffer size', () => {
    fc.assert(
      fc.property(fc.array(text), fc.nat(100), (texts, expected) => {
        const json = new JsonWriter(expected).piece(piece('['));
        const row = rowOf(...texts);
        for (const column of texts.keys()) {
          if (column > 0) json.piece(piece(','));
          json.text(row, column);
        }
        expect(json.piece(piece(']')).done().toString()).toBe(JSON.stringify(texts));
      }),
    );
  });

  it('writes URI components as encodeURIComponent does', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(new JsonWriter(0).uriComponent(rowOf(null, each), 1).done().toString()).toBe(encodeURIComponent(each));
      }),
    );
  });

  it('encodes texts of its own as UTF-8, whatever the initial buffer size', () => {
    fc.assert(
      fc.property(fc.array(text), fc.nat(100), (texts, expected) => {
        const json = new JsonWriter(expected);
        for (const each of texts) json.utf8(each);
        expect(json.done().toString()).toBe(texts.join(''));
      }),
    );
  });

  it('copies values unchanged', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const row = rowOf(first, null, second);
        expect([row.isNull(0), row.isNull(1), row.isNull(2)]).toEqual([false, true, false]);
        expect(new JsonWriter(0).value(row, 0).value(row, 2).done().toString()).toBe(first + second);
      }),
    );
  });

  it.each(['2026-11-15 02:03:04+00', '2026-11-15 02:03:04.1+00', '2026-11-15 02:03:04.123+00', '2026-11-15 02:03:04.123456+00'])(
    'writes the time %s as the other answers do',
    (time) => {
      expect(new JsonWriter(0).time(rowOf(time), 0).done().toString()).toBe(isoTime(time));
    },
  );

  it('starts again after clear', () => {
    const json = new JsonWriter(4).piece(piece('"wrong"'));
    json.clear();
    expect(json.piece(piece('1')).done().toString()).toBe('1');
  });
});
