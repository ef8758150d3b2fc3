import { randomBytes } from 'node:crypto';
import { InvalidArgument } from '#platform/errors/api-error';
import { CursorSealer } from './cursor';
import { nextPageJson, Page } from './page';

describe('Page', () => {
  const sealer = new CursorSealer(randomBytes(32));
  const binding = ['organization', 'GetThings'];
  const rows = ['a', 'b', 'c', 'd'];
  const placeOf = (row: string) => [row];

  it('starts at the beginning with 50 rows', () => {
    expect(new Page(sealer, binding, {})).toMatchObject({ place: undefined, offset: 0, limit: 50, fetched: 51 });
  });

  it('skips the offset, unless there is a cursor', () => {
    const { nextCursor = '' } = new Page(sealer, binding, {}).after(['b']);
    expect(new Page(sealer, binding, { offset: 7 })).toMatchObject({ offset: 7, place: undefined });
    expect(new Page(sealer, binding, { offset: 7, cursor: nextCursor })).toMatchObject({ offset: 0, place: ['b'] });
  });

  it('returns at most limit rows and continues after the last one', () => {
    const { shown, next } = new Page(sealer, binding, { limit: 3 }).cut(rows, placeOf);
    expect(shown).toEqual(['a', 'b', 'c']);
    expect(new Page(sealer, binding, { cursor: next.nextCursor ?? '' }).place).toEqual(['c']);
  });

  it.each([4, 5])('is the last page when no row follows its %i rows', (limit) => {
    expect(new Page(sealer, binding, { limit }).cut(rows, placeOf)).toEqual({ shown: rows, next: {} });
  });

  it('refuses the cursor of another list', () => {
    const { nextCursor = '' } = new Page(sealer, binding, {}).after(['b']);
    expect(() => new Page(sealer, ['organization', 'GetOthers'], { cursor: nextCursor })).toThrow(InvalidArgument);
  });

  it.each([
    [10, 11],
    [11, 51],
    [120, 121],
  ])('with a limit of %i reads %i rows, of the sizes 10 and 50', (limit, fetched) => {
    expect(new Page(sealer, binding, { limit }).fetchedOf([10, 50])).toBe(fetched);
  });

  it('renders the cursor only when there is a next page', () => {
    expect([nextPageJson({}), nextPageJson({ nextCursor: 'x' })]).toEqual(['', ',"nextCursor":"x"']);
  });
});
