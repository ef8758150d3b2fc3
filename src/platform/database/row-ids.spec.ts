import { validate, version } from 'uuid';
import { rowId, rowIds } from './row-ids';

describe('rowIds', () => {
  it('makes distinct version 7 ids in order', () => {
    const ids = rowIds(10_000);
    expect(new Set(ids).size).toBe(10_000);
    expect(ids).toEqual([...ids].sort());
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  });

  it('never makes the same id twice', () => {
    const ids = Array.from({ length: 200 }, () => rowIds(50)).flat();
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('makes single ids that differ from each other and from batched ids', () => {
    const ids = Array.from({ length: 1_000 }, () => [rowId(), ...rowIds(3)]).flat();
    expect(new Set(ids).size).toBe(4_000);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  });

  it('makes no id for no rows', () => {
    expect(rowIds(0)).toEqual([]);
  });
});
