import fc from 'fast-check';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL } from '../vendor.enums';
import { readVendorCsv, type CsvRow } from './csv';

async function rowsOf(csv: string): Promise<CsvRow[]> {
  const read = await readVendorCsv(csv);
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return read.rows;
}

/** The result for one row of `domain_name` and one other column. */
async function rowWith(column: string, cell: string): Promise<CsvRow | undefined> {
  return (await rowsOf(`domain_name,${column}\nacme.com,"${cell.replaceAll('"', '""')}"\n`))[0];
}

function valid(domainName: string, columns: object, rowIndex = 1): object {
  return { rowIndex, outcome: 'valid', domainName, columns };
}

describe('a vendor file', () => {
  it('parses every column by its type', async () => {
    const csv = [
      'domain_name,company_name,vendor_id,is_monitored,risk_level,business_impact,data_types_shared,access_types,contract_value,contract_end_date,data_region',
      'https://WWW.Acme.com/,"Acme, Inc.",V-1,Yes,high,BUSINESS_IMPACT_LOW,pii | PAYMENT_CARD|pii,no_access,0012500,2030-06-30,eu_eea',
    ].join('\r\n');
    expect(await rowsOf(csv)).toEqual([
      valid('acme.com', {
        companyName: 'Acme, Inc.',
        vendorRef: 'V-1',
        isMonitored: true,
        riskLevel: RISK_LEVEL.toNumber('RISK_LEVEL_HIGH'),
        businessImpact: BUSINESS_IMPACT.toNumber('BUSINESS_IMPACT_LOW'),
        dataTypesShared: [DATA_TYPE_SHARED.toNumber('DATA_TYPE_SHARED_PII'), DATA_TYPE_SHARED.toNumber('DATA_TYPE_SHARED_PAYMENT_CARD')],
        accessTypes: [ACCESS_TYPE.toNumber('ACCESS_TYPE_NO_ACCESS')],
        contractValue: '12500',
        contractEndDate: new Date('2030-06-30T00:00:00.000Z'),
        dataRegion: DATA_REGION.toNumber('DATA_REGION_EU_EEA'),
      }),
    ]);
  });

  it('leaves a field unchanged when its cell is empty, blank, unspecified or an empty list', async () => {
    const csv = 'domain_name,company_name,risk_level,access_types,contract_value\nacme.com,  ,RISK_LEVEL_UNSPECIFIED,|,""\n';
    expect(await rowsOf(csv)).toEqual([valid('acme.com', {})]);
  });

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])('is read with a %s, a byte order mark, blank lines and columns in any order and case', async (_name, delimiter) => {
    const csv = `\uFEFF\r\n Vendor_ID ${delimiter}DOMAIN_NAME\r\n\r\nV-1${delimiter}acme.com\nV-2${delimiter}example.org`;
    expect(await rowsOf(csv)).toEqual([valid('acme.com', { vendorRef: 'V-1' }), valid('example.org', { vendorRef: 'V-2' }, 2)]);
  });

  it('counts records, not lines', async () => {
    const rows = await rowsOf('domain_name,company_name\nacme.com,"Acme\nInc"\n\nexample.org,"Example ""Org"""\n');
    expect(rows.map((row) => [row.rowIndex, row.outcome === 'valid' && row.columns.companyName])).toEqual([
      [1, 'Acme\nInc'],
      [2, 'Example "Org"'],
    ]);
  });

  it('may consist of a header only', async () => {
    expect(await rowsOf('domain_name')).toEqual([]);
  });

  it.each([
    ['', ['The file has no header row.']],
    ['\n\n', ['The file has no header row.']],
    ['company_name\nAcme', ['The column "domain_name" is missing.']],
    ['domain_name,colour,colour\n', ['Unknown column "colour".']],
    ['domain_name,,Domain_Name\n', ['Column 2 has no name.', 'Column "domain_name" appears twice.']],
    ['domain_name,'.repeat(23), ['The header has 24 columns; 11 are known.']],
    ['domain_name,__proto__\n', ['Unknown column "__proto__".']],
    ['domain_name\n\0', ['The file contains a NUL character or an unpaired surrogate.']],
    ['domain_name,company_name\nacme.com,\uD800', ['The file contains a NUL character or an unpaired surrogate.']],
    ['domain_name,company_name\nacme.com,"A"\nexample.org,"B ""b""\n\nc\n', ['The quote opened on line 3 is never closed.']],
    ['domain_name,company_name\nacme.com,"A\n""\nB', ['The quote opened on line 2 is never closed.']],
    [
      'domain_name,company_name\nacme.com,"A"\nexample.org,"B" b\n',
      ['A stray quote on line 3: quote the whole cell and double the quotes inside it.'],
    ],
    ['domain_name,company_name\nacme.com,5" disks\n', ['A stray quote on line 2: quote the whole cell and double the quotes inside it.']],
  ])('is refused as a whole: %j', async (csv, problems) => {
    expect(await readVendorCsv(csv)).toEqual({ problems });
  });

  it('is refused as a whole above 10,000 rows, quoted or not', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `v${index}.com`);
    expect(await rowsOf(['domain_name', ...rows].join('\n'))).toHaveLength(10_000);
    for (const header of ['domain_name', '"domain_name"']) {
      expect(await readVendorCsv([header, ...rows, 'one-more.com'].join('\n'))).toEqual({
        problems: ['The file has more than 10000 rows.'],
      });
    }
  });

  it('is refused as a whole above 5 MiB, counted in bytes', async () => {
    const csv = (bytes: number) => `domain_name,company_name\nacme.com,é${'a'.repeat(bytes - 36)}`;
    expect(Buffer.byteLength(csv(5 * 1024 * 1024))).toBe(5 * 1024 * 1024);
    expect(await rowsOf(csv(5 * 1024 * 1024))).toMatchObject([{ code: 'FIELD_TOO_LONG' }]);
    expect(await readVendorCsv(csv(5 * 1024 * 1024 + 1))).toEqual({ problems: ['The file is larger than 5 MiB.'] });
  });
});

/** Long synchronous work would block other tasks of the thread, such as parsing the body of a call. */
describe('reading a large file', () => {
  const MIB = 1024 * 1024;

  async function turnsOf(csv: string): Promise<{ turns: number; read: Awaited<ReturnType<typeof readVendorCsv>> }> {
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    const read = await readVendorCsv(csv);
    isReading = false;
    return { turns, read };
  }

  it.each<[string, string]>([
    ['10,000 rows', `domain_name\n${Array.from({ length: 10_000 }, (_, at) => `v${at}.com`).join('\n')}`],
    ['10,000 quoted rows', `domain_name\n${Array.from({ length: 10_000 }, (_, at) => `"v${at}.com"`).join('\n')}`.padEnd(2 * MIB, '\n')],
    ['a quote that is never closed', `domain_name\n"${'""'.repeat(2 * MIB)}`],
    ['empty lines', `domain_name${'\n'.repeat(4 * MIB)}`],
  ])('of %s lets other tasks of the thread run in between', async (_what, csv) => {
    expect((await turnsOf(csv)).turns).toBeGreaterThan(20);
  });

  it.each<[string, string, object]>([
    ['cells', `domain_name,company_name\n${','.repeat(4 * MIB)}`, { rows: [{ code: 'COLUMN_COUNT_MISMATCH' }] }],
    ['columns', `domain_name${','.repeat(4 * MIB)}`, { problems: ['The header has 1000 columns; 11 are known.'] }],
    ['quoted cells', `domain_name\n""${','.repeat(4 * MIB)}`, { problems: ['A row has more than 1000 cells.'] }],
    ['members', `domain_name,data_types_shared\na.com,${'PII|'.repeat(MIB)}`, { rows: [{ code: 'FIELD_TOO_LONG' }] }],
  ])('reads no more %s than the limit', async (_what, csv, expected) => {
    expect(await readVendorCsv(csv)).toMatchObject(expected);
  });
});

describe('a row', () => {
  it.each([
    [',Acme', 'MISSING_DOMAIN'],
    ['  ,Acme', 'MISSING_DOMAIN'],
    ['192.0.2.1,Acme', 'INVALID_DOMAIN'],
    ['co.uk,Acme', 'INVALID_DOMAIN'],
    ['acme.com', 'COLUMN_COUNT_MISMATCH'],
    ['acme.com,Acme,', 'COLUMN_COUNT_MISMATCH'],
    [`acme.com,${'a'.repeat(256)}`, 'FIELD_TOO_LONG'],
    [`acme.com,${'😀'.repeat(256)}`, 'FIELD_TOO_LONG'],
  ])('%j is rejected alone', async (row, code) => {
    expect(await rowsOf(`domain_name,company_name\n${row}\nexample.org,Example\n`)).toEqual([
      {
        rowIndex: 1,
        outcome: 'rejected',
        code,
        message: expect.stringMatching(/\.$/),
        ...(code === 'FIELD_TOO_LONG' && { domainName: 'acme.com' }),
      },
      valid('example.org', { companyName: 'Example' }, 2),
    ]);
  });

  it.each([
    ['risk_level', 'severe', 'INVALID_ENUM'],
    ['risk_level', 'low|high', 'INVALID_ENUM'],
    ['data_types_shared', 'PII|secrets', 'INVALID_ENUM'],
    ['is_monitored', 'maybe', 'INVALID_BOOLEAN'],
    ['contract_value', '-1', 'INVALID_NUMBER'],
    ['contract_value', '12.50', 'INVALID_NUMBER'],
    ['contract_value', '1e3', 'INVALID_NUMBER'],
    ['contract_value', '9223372036854775808', 'INVALID_NUMBER'],
    ['contract_value', '9'.repeat(100_000), 'INVALID_NUMBER'],
    ['contract_end_date', '31.12.2030', 'INVALID_DATE'],
    ['contract_end_date', '2030-02-30', 'INVALID_DATE'],
    ['contract_end_date', '2030-13-01', 'INVALID_DATE'],
    ['contract_end_date', '2030-01-01T00:00:00', 'INVALID_DATE'],
    ['contract_end_date', '2030-01-01T24:00:00Z', 'INVALID_DATE'],
    ['contract_end_date', '2030-01-01T00:00:00+24:00', 'INVALID_DATE'],
    ['contract_end_date', '0001-01-01T00:00:00+01:00', 'INVALID_DATE'],
    ['contract_end_date', '9999-12-31T23:59:59-01:00', 'INVALID_DATE'],
    ['vendor_id', 'v'.repeat(256), 'FIELD_TOO_LONG'],
  ])('names the column in the error: %s %j', async (column, cell, code) => {
    const row = await rowWith(column, cell);
    expect(row).toMatchObject({
      rowIndex: 1,
      outcome: 'rejected',
      code,
      domainName: expect.any(String),
      message: expect.stringContaining(`${column}: `),
    });
    expect(JSON.stringify(row).length).toBeLessThan(500);
  });

  it.each([
    ['is_monitored', 'TRUE', { isMonitored: true }],
    ['is_monitored', '1', { isMonitored: true }],
    ['is_monitored', 'No', { isMonitored: false }],
    ['is_monitored', '0', { isMonitored: false }],
    ['contract_value', '0', { contractValue: '0' }],
    ['contract_value', '9223372036854775807', { contractValue: '9223372036854775807' }],
    ['contract_end_date', '2028-02-29', { contractEndDate: new Date('2028-02-29T00:00:00.000Z') }],
    ['contract_end_date', '2030-01-01T01:30:00.5+02:00', { contractEndDate: new Date('2029-12-31T23:30:00.500Z') }],
    ['contract_end_date', '2030-01-01t00:00:00.1239z', { contractEndDate: new Date('2030-01-01T00:00:00.123Z') }],
    ['company_name', '😀'.repeat(255), { companyName: '😀'.repeat(255) }],
    ['access_types', 'ACCESS_TYPE_NO_ACCESS|', { accessTypes: [ACCESS_TYPE.toNumber('ACCESS_TYPE_NO_ACCESS')] }],
  ])('reads %s %j', async (column, cell, columns) => {
    expect(await rowWith(column, cell)).toEqual(valid('acme.com', columns));
  });

  it('is skipped when an accepted row already has its domain, in any notation', async () => {
    const csv = 'domain_name,is_monitored\nacme.com,perhaps\nACME.com,yes\nwww.acme.com,no\nhttps://acme.com,perhaps\n';
    expect(await rowsOf(csv)).toMatchObject([
      { outcome: 'rejected', code: 'INVALID_BOOLEAN' },
      { outcome: 'valid', domainName: 'acme.com', columns: { isMonitored: true } },
      { outcome: 'skipped', code: 'DUPLICATE_ROW', message: 'Row 2 of this file already has acme.com.' },
      { outcome: 'rejected', code: 'INVALID_BOOLEAN' },
    ]);
  });
});

describe('any text in a cell', () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const newlines = fc.constantFrom('\n', '\r\n');
  const delimiters = fc.constantFrom(',', ';', '\t');

  it('is read as written', async () => {
    const piece = fc.oneof(
      fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', '\r', '|', ' ', '\uFEFF'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const names = fc.array(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').replaceAll('\0', '')),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(names, delimiters, newlines, async (cells, delimiter, newline) => {
        const lines = cells.map((cell, index) => `v${index}.com${delimiter}${quoted(cell)}`);
        const rows = await rowsOf([`domain_name${delimiter}company_name`, ...lines].join(newline));
        const expected = cells.map((cell) => cell.trim() || undefined);
        expect(rows.map((row) => (row.outcome === 'valid' ? row.columns.companyName : row))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result with and without optional quotes', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '|', '-', 'ü', '\r', '.com'), maxLength: 6 });
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(records, delimiters, newlines, async (lines, delimiter, newline) => {
        // An empty line is not a record, and a line break includes the carriage return before it.
        const kept = lines
          .map((cells) => cells.map((each) => each.replace(/\r+$/, '')))
          .filter((cells) => cells.join('') !== '' || cells.length > 1);
        const header = ['domain_name', 'company_name', 'vendor_id'];
        const plain = [header, ...kept].map((cells) => cells.join(delimiter)).join(newline);
        const wrapped = [header, ...kept].map((cells) => cells.map(quoted).join(delimiter)).join(newline);
        expect(await readVendorCsv(wrapped)).toEqual(await readVendorCsv(plain));
      }),
      { numRuns: 500 },
    );
  });
});
