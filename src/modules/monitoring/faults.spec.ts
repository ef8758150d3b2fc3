import fc from 'fast-check';
import { FAMILIES } from './checks/catalogue';
import { compareFaults, CONFIRMATION_MS, MAX_UNCONFIRMED_MS, PASSES_TO_RESOLVE, type Fault, type FaultChanges } from './faults';
import { checkById } from './judge';
import type { NameScan } from './scan';
import type { Check, Judgement } from './verdict';

const CHECKS = FAMILIES.flatMap(({ checks }) => checks).slice(0, 4) as [Check, ...Check[]];
const [CHECK] = CHECKS;
const REACHABILITY = checkById('https_missing') as Check;
const WEEKLY = checkById('tls_legacy_accepted') as Check;
const asset = { url: { url: 'https://acme.com/' } };
const START = new Date('2026-11-16T00:00:00Z');

type Verdict = Judgement['verdict'];

function judged(verdict: Verdict, check: Check = CHECK, host = 'acme.com'): Judgement {
  if (verdict === 'fail') return { check, host, asset, verdict, evidence: ['x'] };
  return verdict === 'unknown' ? { check, host, asset, verdict, reason: 'timeout' } : { check, host, asset, verdict };
}

/** Faults after a scan of acme.com, `ms` after the first. */
function after(before: readonly Fault[], judgements: readonly Judgement[], ms = 0, names: NameScan[] = []): FaultChanges {
  const scan = {
    apex: 'acme.com',
    at: new Date(START.getTime() + ms).toISOString(),
    dns: { zone: { seen: 'acme.com' } },
    hosts: [{ host: 'acme.com' }],
    names,
  };
  return compareFaults(before, judgements, scan as Parameters<typeof compareFaults>[2]);
}

function fault(changes: Partial<Fault> = {}): Fault {
  return { host: 'acme.com', checkId: CHECK.id, asset, passes: 0, since: START, isConfirmed: true, judgedAt: START, ...changes };
}

describe('faults', () => {
  it('begin with a fail and end with two passes in a row', () => {
    const { known, failing } = after([], [judged('fail')]);
    expect(known).toEqual([fault()]);
    expect(failing).toHaveLength(1);
    const once = after(known, [judged('pass')]);
    expect(once).toMatchObject({ fixed: [], known: [{ passes: 1 }] });
    expect(after(once.known, [judged('fail')]).known).toEqual([fault()]);
    expect(after(once.known, [judged('pass')])).toMatchObject({ fixed: [{ checkId: CHECK.id }], known: [] });
  });

  it('end when the check no longer applies, but only at a host that was scanned with nothing unknown', () => {
    const passed = (changes: Partial<Fault> = {}) => [fault({ passes: 1, ...changes })];
    expect(after(passed(), []).fixed).toHaveLength(1);
    expect(after(passed(), [judged('unknown', CHECKS[1])]).fixed).toEqual([]);
    expect(after(passed({ checkId: 'from_another_release' }), []).fixed).toEqual([]);
    expect(after(passed({ checkId: WEEKLY.id }), []).fixed).toEqual([]);
  });

  it('of a host beyond the limit of a scan stay unchanged', () => {
    const beyond = fault({ host: 'host-11.acme.com', passes: 1 });
    expect(after([beyond], [judged('pass')])).toMatchObject({ fixed: [], expired: [], known: [beyond] });
  });

  it('of a name that was only resolved end when it has no address, or when a check of names passes', () => {
    const old = 'old.acme.com';
    const resolved = (records: string[]): NameScan[] => [
      { host: old, addresses: { seen: { name: old, status: 'NOERROR', records, aliases: [] } } },
    ];
    const passed = [fault({ host: old, passes: 1 })];
    expect(after(passed, [], 0, resolved(['9.9.9.9']))).toMatchObject({ fixed: [], known: passed });
    expect(after(passed, [], 0, [{ host: old, addresses: { unknown: 'timeout' } }])).toMatchObject({ fixed: [], known: passed });
    expect(after(passed, [judged('unknown', CHECK, old)], 0, resolved([]))).toMatchObject({ fixed: [], known: passed });
    expect(after(passed, [], 0, resolved([])).fixed).toHaveLength(1);
    expect(after(passed, [judged('pass', CHECK, old)], 0, resolved(['9.9.9.9'])).fixed).toHaveLength(1);
  });

  it('of reachability open at the second sighting, an hour after the first', () => {
    const first = after([], [judged('fail', REACHABILITY)]);
    expect(first).toMatchObject({ failing: [], known: [{ isConfirmed: false }] });
    const soon = after(first.known, [judged('fail', REACHABILITY)], CONFIRMATION_MS - 1);
    expect(soon).toMatchObject({ failing: [], known: [{ since: START, isConfirmed: false }] });
    const later = after(soon.known, [judged('fail', REACHABILITY)], CONFIRMATION_MS);
    expect(later).toMatchObject({ failing: [{ check: REACHABILITY }], known: [{ isConfirmed: true }] });
    expect(after(later.known, [judged('fail', REACHABILITY)], CONFIRMATION_MS + 1).failing).toHaveLength(1);
  });

  it('of reachability that were short open nothing and resolve nothing', () => {
    const { known } = after([], [judged('fail', REACHABILITY)]);
    expect(after(known, [judged('unknown', REACHABILITY)]).known).toEqual(known);
    expect(after(known, [judged('pass', REACHABILITY)])).toEqual({ failing: [], fixed: [], expired: [], known: [] });
  });

  it('end as not confirmed when they were unknown for 45 days', () => {
    const unknown = [judged('unknown')];
    expect(after([fault()], unknown, MAX_UNCONFIRMED_MS - 1)).toMatchObject({ expired: [], known: [fault()] });
    expect(after([fault()], unknown, MAX_UNCONFIRMED_MS)).toMatchObject({ expired: [fault()], known: [] });
    expect(after([fault({ isConfirmed: false })], unknown, MAX_UNCONFIRMED_MS)).toMatchObject({ expired: [], known: [] });
    expect(after([fault()], [judged('fail')], MAX_UNCONFIRMED_MS).known).toMatchObject([
      { since: START, judgedAt: new Date(START.getTime() + MAX_UNCONFIRMED_MS) },
    ]);
  });

  it('never begin or end by an unknown result, and the same scan twice changes nothing', () => {
    const verdicts = fc.array(fc.constantFrom<Verdict>('pass', 'fail', 'unknown'), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 12 }), (scans) => {
        let known: Fault[] = [];
        for (const scan of scans) {
          const judgements = scan.map((verdict, place) => judged(verdict, CHECKS[place]));
          const before = known;
          const changes = after(before, judgements);
          for (const fixed of changes.fixed) {
            expect(scan[CHECKS.findIndex(({ id }) => id === fixed.checkId)]).toBe('pass');
            expect(fixed.passes).toBe(PASSES_TO_RESOLVE);
          }
          for (const [place, check] of CHECKS.entries())
            if (scan[place] === 'unknown')
              expect(changes.known.filter(({ checkId }) => checkId === check.id)).toEqual(
                before.filter(({ checkId }) => checkId === check.id),
              );
          known = changes.known;
        }
      }),
    );
  });
});
