import { csvCell, CsvTable } from './csv-table';

describe('csvCell', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [12.5, '12.5'],
    [-1, '-1'],
    [true, 'true'],
    [['a', 1], '"[""a"",1]"'],
    [[], '[]'],
  ])('writes %j as %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it.each(['=1+1', '+1', '-1', '@A1', '\tx', '\rx', '\nx'])('marks the text %j, which could be read as a formula', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    expect(csvCell(`x${text}`)).not.toContain("'");
  });
});

describe('CsvTable', () => {
  it('has a header, a row per object and an empty cell for an absent value', () => {
    const table = new CsvTable([
      { name: 'id', path: ['id'], type: 'text' },
      { name: 'vendor.name', path: ['vendor', 'name'], type: 'text' },
    ]);
    table.add({ id: '1', vendor: { name: 'Acme, Inc.' } });
    table.add({ id: '2' });
    expect(Buffer.from(table.end()).toString()).toBe('id,vendor.name\r\n1,"Acme, Inc."\r\n2,\r\n');
  });
});
