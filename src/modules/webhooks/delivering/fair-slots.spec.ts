import fc from 'fast-check';
import { FairSlots } from './fair-slots';

const forever = () => new Promise<void>(() => undefined);

describe('FairSlots', () => {
  it('always has a slot for a newcomer, however many others take what they can', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 1000 }), (takers) => {
        const slots = new FairSlots(200);
        let began = 0;
        const take = (holder: string) =>
          void slots.with(holder, () => {
            began += 1;
            return forever();
          });
        takers.forEach(take);
        const before = began;
        take('newcomer');
        expect(began).toBe(before + 1);
        expect(began).toBeLessThanOrEqual(200);
      }),
    );
  });

  it('gives a slot back when its task has ended, also when it failed', async () => {
    const slots = new FairSlots(2);
    expect(await slots.with('a', () => Promise.resolve())).toBe(true);
    await expect(slots.with('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    void slots.with('a', forever);
    expect(await slots.with('a', forever)).toBe(false);
  });

  it('lets one holder alone have at most a third', async () => {
    const slots = new FairSlots(200);
    let began = 0;
    for (let index = 0; index < 200; index += 1)
      void slots.with('a', () => {
        began += 1;
        return forever();
      });
    await Promise.resolve();
    expect(began).toBe(67);
  });
});
