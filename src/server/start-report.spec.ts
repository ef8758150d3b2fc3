import { stepLine } from './start-report';

describe('the line of a step', () => {
  it('has a bar where the part is known, and a time after the first second', () => {
    expect(stepLine('Creating the database…', undefined, 0.4)).toBe('Creating the database…');
    expect(stepLine('Creating the database…', undefined, 3.7)).toBe('Creating the database…  3 s');
    expect(stepLine('Loading demo data… 6,000 findings', 0.5, 4)).toBe(
      `Loading demo data… 6,000 findings  [${'#'.repeat(10)}${'.'.repeat(10)}]  4 s`,
    );
  });
});
