import fc from 'fast-check';
import { readVendorCsv, type CsvRow } from './csv';
import { planUpsert, type StandingVendor } from './plan-upsert';

async function rowsOf(csv: string): Promise<CsvRow[]> {
  const read = await readVendorCsv(csv);
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return read.rows;
}

function standing(domainName: string, changes: Partial<StandingVendor> = {}): [string, StandingVendor] {
  return [domainName, { id: `id of ${domainName}`, domainName, companyName: 'Acme', isMonitored: false, lifecycleStatus: 2, ...changes }];
}

async function outcomes(csv: string, directory: [string, StandingVendor][], freeSlots: number): Promise<string[]> {
  const { results } = planUpsert(await rowsOf(csv), new Map(directory), freeSlots);
  return results.map(({ outcome, code }) => code ?? outcome.replace('BULK_VENDOR_CSV_ROW_OUTCOME_', ''));
}

describe('planUpsert', () => {
  it('distinguishes new, changed, unchanged and offboarded vendors', async () => {
    const csv = 'domain_name,company_name\nnew.com,New\nold.com,Renamed\nsame.com,Acme\nbare.com,\ngone.com,Back\n';
    const directory = [standing('old.com'), standing('same.com'), standing('bare.com'), standing('gone.com', { lifecycleStatus: 4 })];
    expect(await outcomes(csv, directory, 0)).toEqual(['ACCEPTED', 'ACCEPTED', 'UNCHANGED', 'UNCHANGED', 'VENDOR_OFFBOARDED']);
    const { created, changed } = planUpsert(await rowsOf(csv), new Map(directory), 0);
    expect(created).toMatchObject([{ domainName: 'new.com', columns: { companyName: 'New' } }]);
    expect(changed).toMatchObject([{ standing: { id: 'id of old.com' }, columns: { companyName: 'Renamed' } }]);
  });

  it('assigns slots in row order, including slots freed by earlier rows', async () => {
    const csv = 'domain_name,is_monitored\na.com,yes\nb.com,yes\nc.com,no\nd.com,yes\ne.com,yes\nf.com,yes\n';
    const directory = [standing('c.com', { isMonitored: true }), standing('e.com'), standing('f.com', { isMonitored: true })];
    expect(await outcomes(csv, directory, 1)).toEqual([
      'ACCEPTED',
      'MONITORING_SLOTS_EXHAUSTED',
      'ACCEPTED',
      'ACCEPTED',
      'MONITORING_SLOTS_EXHAUSTED',
      'UNCHANGED',
    ]);
  });

  it('assigns no slot when more are taken than exist', async () => {
    expect(await outcomes('domain_name,is_monitored\na.com,yes\nb.com,no\n', [], -2)).toEqual(['MONITORING_SLOTS_EXHAUSTED', 'ACCEPTED']);
  });

  it('compares dates as instants, lists as sets and numbers by value', async () => {
    const csv =
      'domain_name,contract_end_date,access_types,contract_value\na.com,2030-01-01T02:00:00+02:00,NETWORK_LEVEL_ACCESS|NO_ACCESS,007\n';
    const kept = { contractEndDate: new Date('2030-01-01T00:00:00Z'), accessTypes: [1, 3], contractValue: '7' };
    expect(await outcomes(csv, [standing('a.com', kept)], 0)).toEqual(['UNCHANGED']);
    expect(await outcomes(csv, [standing('a.com', { ...kept, accessTypes: [1] })], 0)).toEqual(['ACCEPTED']);
    expect(await outcomes(csv, [standing('a.com', { ...kept, contractValue: null })], 0)).toEqual(['ACCEPTED']);
  });

  it('never takes more slots than are free, and takes all when enough are requested', async () => {
    const wishes = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('yes', 'no', '')), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(wishes, fc.integer({ min: 0, max: 10 }), async (vendors, free) => {
        const csv = ['domain_name,is_monitored,vendor_id', ...vendors.map(([, wish], index) => `v${index}.com,${wish},x`)].join('\n');
        const directory = vendors.flatMap(([monitored], index) =>
          index % 2 ? [standing(`v${index}.com`, { isMonitored: monitored })] : [],
        );
        const { created, changed, results } = planUpsert(await rowsOf(csv), new Map(directory), free);
        const taken =
          created.filter(({ columns }) => columns.isMonitored).length +
          changed.reduce(
            (sum, { standing: kept, columns }) => sum + Number(columns.isMonitored ?? kept.isMonitored) - Number(kept.isMonitored),
            0,
          );
        expect(taken).toBeLessThanOrEqual(free);
        if (taken < free) expect(results.slice(-1).map(({ code }) => code)).not.toContain('MONITORING_SLOTS_EXHAUSTED');
      }),
    );
  });
});
