import { pickEncoding } from './content-encoding';

describe('pickEncoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;Q=1, br;q=0.5', 'gzip'],
    ['br;q=0.8, gzip;q=0.9', 'gzip'],
    ['br;q=0.9, gzip;q=0.9', 'br'],
    ['br ; q=0.001 , gzip;q=0.002', 'gzip'],
    ['br;q=0, gzip;q=0.000', undefined],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['gzip;q=0.5, *;q=0.7', 'br'],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0', undefined],
    ['deflate, zstd', undefined],
    ['br;q=x', undefined],
  ])('%p: %p', (accepted, picked) => {
    expect(pickEncoding(accepted)).toBe(picked);
  });
});
