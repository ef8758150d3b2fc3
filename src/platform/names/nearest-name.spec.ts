import { nearestName } from './nearest-name';

describe('nearestName', () => {
  it.each([
    ['limt', 'limit'],
    ['sortOrdr', 'sortOrder'],
    ['LIMIT', 'limit'],
    ['xyz', undefined],
    ['l'.repeat(101), undefined],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, ['cursor', 'limit', 'offset', 'sortOrder'])).toBe(nearest);
  });
});
