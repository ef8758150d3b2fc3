import fc from 'fast-check';
import { apportion } from './apportion';

describe('apportion', () => {
  it('gives whole parts that add up to the total, each less than 1 from its exact share', () => {
    const weights = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), weights, (total, shares) => {
        const sum = shares.reduce((one, other) => one + other, 0);
        fc.pre(sum > 0.001);
        const parts = apportion(total, shares);
        expect(parts.reduce((one, other) => one + other, 0)).toBe(total);
        parts.forEach((part, index) => expect(Math.abs(part - (total * (shares[index] as number)) / sum)).toBeLessThan(1 + 1e-9));
      }),
    );
  });

  it('gives nothing where nothing has a weight', () => {
    expect(apportion(7, [0, 0])).toEqual([0, 0]);
  });
});
