import { BodyBudget } from './body-budget';

const MIB = 1_048_576;

describe('BodyBudget', () => {
  it('leaves capacity for other organizations', () => {
    const budget = new BodyBudget();
    expect(budget.take('a', 32 * MIB)).toBeUndefined();
    expect(budget.take('a', 1)).toMatchObject({ reason: 'SERVICE_OVERLOADED', httpStatus: 503 });
    expect(budget.take('b', 12 * MIB)).toBeUndefined();
  });

  it('limits the total of all organizations', () => {
    const budget = new BodyBudget();
    expect(['a', 'b'].map((owner) => budget.take(owner, 32 * MIB))).toEqual([undefined, undefined]);
    expect(budget.take('c', 1)).toMatchObject({ reason: 'SERVICE_OVERLOADED' });
    budget.release('b', 32 * MIB);
    expect(budget.take('c', 32 * MIB)).toBeUndefined();
  });

  it('does not count refused bytes', () => {
    const budget = new BodyBudget();
    expect(budget.take('a', 33 * MIB)).toBeDefined();
    expect(budget.take('a', 32 * MIB)).toBeUndefined();
  });

  it('refuses a body that has no room before it arrives, and reserves nothing for one that has', () => {
    const budget = new BodyBudget();
    expect(budget.refusal('a', 33 * MIB)).toMatchObject({ reason: 'SERVICE_OVERLOADED' });
    expect(budget.refusal('a', 32 * MIB)).toBeUndefined();
    expect(budget.take('a', 30 * MIB)).toBeUndefined();
    expect(budget.refusal('a', 3 * MIB)).toMatchObject({ reason: 'SERVICE_OVERLOADED' });
  });
});
