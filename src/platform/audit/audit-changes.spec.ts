import { changesBetween } from './audit-changes';

describe('changesBetween', () => {
  it('shows the fields that differ, with both values', () => {
    expect(changesBetween({ name: 'Old', score: 5, same: 1 }, { name: 'New', score: 7, same: 1 })).toEqual([
      { field: 'name', before: 'Old', after: 'New' },
      { field: 'score', before: '5', after: '7' },
    ]);
  });

  it('leaves out a value that is not set', () => {
    expect(changesBetween(undefined, { name: 'New', tags: [], note: null })).toEqual([{ field: 'name', after: 'New' }]);
    expect(changesBetween({ name: 'Old' }, undefined)).toEqual([{ field: 'name', before: 'Old' }]);
  });

  it('masks contact data and secrets, and still says that they changed', () => {
    expect(changesBetween({ contacts: [{ email: 'a@acme.com' }] }, { contacts: [{ email: 'b@acme.com' }], clientSecret: 'x' })).toEqual([
      { field: 'contacts', before: '[masked]', after: '[masked]' },
      { field: 'clientSecret', after: '[masked]' },
    ]);
  });

  it('cuts long values', () => {
    const [change] = changesBetween(undefined, { note: 'x'.repeat(5_000) });
    expect(change?.after).toHaveLength(1_001);
  });
});
