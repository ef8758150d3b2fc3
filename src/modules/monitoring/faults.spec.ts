import fc from 'fast-check';
import { FAMILIES } from './checks/catalogue';
import { compareFaults, PASSES_TO_RESOLVE, type Fault } from './faults';
import type { Check, Judgement } from './verdict';

const CHECKS = FAMILIES.flatMap(({ checks }) => checks).slice(0, 4) as [Check, ...Check[]];
const [CHECK] = CHECKS;
const asset = { url: { url: 'https://acme.com/' } };
const fault: Fault = { host: 'acme.com', checkId: CHECK.id, asset, passes: 0 };

function judged(verdict: 'pass' | 'fail' | 'unknown', check: Check = CHECK, host = 'acme.com'): Judgement {
  if (verdict === 'fail') return { check, host, asset, verdict, evidence: ['x'] };
  return verdict === 'unknown' ? { check, host, asset, verdict, reason: 'timeout' } : { check, host, asset, verdict };
}

describe('faults', () => {
  it('begin with a fail and end with two passes in a row', () => {
    const { known } = compareFaults([], [judged('fail')]);
    expect(known).toEqual([fault]);
    const once = compareFaults(known, [judged('pass')]);
    expect(once).toMatchObject({ mended: [], known: [{ passes: 1 }] });
    expect(compareFaults(once.known, [judged('fail')]).known).toEqual([fault]);
    expect(compareFaults(once.known, [judged('pass')])).toMatchObject({ mended: [{ checkId: CHECK.id }], known: [] });
  });

  it('end when the check no longer applies, but only where nothing was unknown', () => {
    expect(compareFaults([{ ...fault, passes: 1 }], []).mended).toHaveLength(1);
    expect(compareFaults([{ ...fault, passes: 1 }], [judged('unknown', CHECKS[1])]).mended).toEqual([]);
    expect(compareFaults([{ ...fault, checkId: 'from_another_release', passes: 1 }], []).mended).toEqual([]);
  });

  it('never end or begin through what is unknown, and the same look twice changes nothing', () => {
    const verdicts = fc.array(fc.constantFrom('pass' as const, 'fail' as const, 'unknown' as const), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 12 }), (looks) => {
        let known: Fault[] = [];
        for (const look of looks) {
          const judgements = look.map((verdict, place) => judged(verdict, CHECKS[place]));
          const before = known;
          const changes = compareFaults(before, judgements);
          for (const mended of changes.mended) {
            expect(look[CHECKS.findIndex(({ id }) => id === mended.checkId)]).toBe('pass');
            expect(mended.passes).toBe(PASSES_TO_RESOLVE);
          }
          for (const [place, check] of CHECKS.entries())
            if (look[place] === 'unknown')
              expect(changes.known.filter(({ checkId }) => checkId === check.id)).toEqual(
                before.filter(({ checkId }) => checkId === check.id),
              );
          known = changes.known;
        }
      }),
    );
  });
});
