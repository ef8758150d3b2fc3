import { BodyBudget } from './body-budget';

const MIB = 1_048_576;

describe('the memory for large bodies', () => {
  it('leaves room for others, however much one organization sends', () => {
    const budget = new BodyBudget();
    expect(budget.take('a', 32 * MIB)).toBeUndefined();
    expect(budget.take('a', 1)).toMatchObject({ reason: 'SERVICE_OVERLOADED', httpStatus: 503 });
    expect(budget.take('b', 12 * MIB)).toBeUndefined();
  });

  it('is bounded for all together', () => {
    const budget = new BodyBudget();
    expect(['a', 'b'].map((owner) => budget.take(owner, 32 * MIB))).toEqual([undefined, undefined]);
    expect(budget.take('c', 1)).toMatchObject({ reason: 'SERVICE_OVERLOADED' });
    budget.release('b', 32 * MIB);
    expect(budget.take('c', 32 * MIB)).toBeUndefined();
  });

  it('is not used up by what was refused', () => {
    const budget = new BodyBudget();
    expect(budget.take('a', 33 * MIB)).toBeDefined();
    expect(budget.take('a', 32 * MIB)).toBeUndefined();
  });
});
