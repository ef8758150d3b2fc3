import type { Check } from '../verdict';
import { webAsset } from './assets';
import { family, type Rule } from './rule';
import { APEX, goodScan } from './scan.fixture';

const rule = (id: string, judge: () => 'pass') => ({ id, judge }) as unknown as Rule<unknown>;
const boom = (): never => {
  throw new TypeError('no subject');
};

describe('a family of checks', () => {
  const asset = webAsset(APEX);
  const subjects = () => [{ host: APEX, asset, seen: { seen: {} } }];
  const outcomes = (judged: { check: Check; verdict: string; host: string }[]) =>
    judged.map(({ check, verdict, host }) => `${check.id} ${verdict} ${host}`);

  it('leaves a check that throws unknown, and judges the others', () => {
    const judged = family([rule('broken', boom), rule('sound', () => 'pass')], subjects).judge(goodScan());
    expect(outcomes(judged)).toEqual([`broken unknown ${APEX}`, `sound pass ${APEX}`]);
    expect(judged[0]).toMatchObject({ reason: 'The check failed: no subject' });
  });

  it('leaves its checks unknown at every host when the scan cannot be read', () => {
    const judged = family([rule('one', () => 'pass')], boom).judge(goodScan());
    expect(outcomes(judged)).toEqual([`one unknown ${APEX}`, `one unknown www.${APEX}`]);
  });
});
