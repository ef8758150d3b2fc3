import { activitiesOf, type CompanyFile } from './impact-history';

const FILE: CompanyFile = { eventId: 'e', domain: 'acme.com', changes: [], statements: [], requests: [] };
const at = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
const impact = (name: string) => `SECURITY_EVENT_IMPACT_${name}` as never;
const said = (day: number, status: string) => ({
  id: `00000000-0000-4000-8000-0000000000${String(day).padStart(2, '0')}`,
  at: at(day),
  responseStatus: `VENDOR_RESPONSE_STATUS_${status}` as never,
  evidenceUrls: [],
});
const change = (day: number, from: string | undefined, to: string | undefined) => ({
  id: `10000000-0000-4000-8000-0000000000${String(day).padStart(2, '0')}`,
  at: at(day),
  ...(from && { from: impact(from) }),
  ...(to && { to: impact(to) }),
});

function shortOf(file: CompanyFile): string[] {
  return activitiesOf(file).map(({ activityType, occurredAt, fromImpact, toImpact }) =>
    [occurredAt.slice(8, 10), activityType, ...(fromImpact ? [fromImpact, '>'] : []), ...(toImpact ? [toImpact] : [])]
      .join(' ')
      .replace(/SECURITY_EVENT_(ACTIVITY_TYPE|IMPACT)_/g, ''),
  );
}

describe('history of a company and an event', () => {
  it('is empty without records', () => {
    expect(activitiesOf(FILE)).toEqual([]);
  });

  it('begins with the synthetic first sighting', () => {
    expect(activitiesOf({ ...FILE, derived: impact('LIKELY'), derivedSince: at(3) })).toEqual([
      {
        activityType: 'SECURITY_EVENT_ACTIVITY_TYPE_FIRST_SEEN',
        eventId: 'e',
        vendorDomain: 'acme.com',
        occurredAt: at(3),
        isSynthetic: true,
        toImpact: 'SECURITY_EVENT_IMPACT_LIKELY',
      },
    ]);
  });

  it('shows changes of the derived impact, and remediation when an impact is mitigated', () => {
    const changes = [change(5, 'MITIGATED', undefined), change(4, 'LIKELY', 'MITIGATED'), change(6, undefined, 'CONFIRMED')];
    expect(shortOf({ ...FILE, derived: impact('CONFIRMED'), derivedSince: at(1), changes })).toEqual([
      '06 IMPACT_CHANGED NOT_IMPACTED > CONFIRMED',
      '05 IMPACT_CHANGED MITIGATED > NOT_IMPACTED',
      '04 REMEDIATION_COMPLETED LIKELY > MITIGATED',
      '04 IMPACT_CHANGED LIKELY > MITIGATED',
      '01 FIRST_SEEN LIKELY',
    ]);
  });

  it('hides the derived impact while a response overrides it, and shows it again during an investigation', () => {
    expect(
      shortOf({
        ...FILE,
        derived: impact('CONFIRMED'),
        derivedSince: at(1),
        changes: [change(3, 'LIKELY', 'MITIGATED'), change(4, 'MITIGATED', 'CONFIRMED')],
        statements: [said(5, 'UNDER_INVESTIGATION'), said(2, 'NOT_AFFECTED')],
      }),
    ).toEqual([
      '05 VENDOR_RESPONDED',
      '05 IMPACT_CHANGED NOT_IMPACTED > CONFIRMED',
      '02 VENDOR_RESPONDED',
      '02 IMPACT_CHANGED LIKELY > NOT_IMPACTED',
      '01 FIRST_SEEN LIKELY',
    ]);
  });

  it('may begin with a request or response, before an impact was derived', () => {
    const requests = [{ id: '20000000-0000-4000-8000-000000000001', at: at(1), message: 'Well?' }];
    expect(
      shortOf({ ...FILE, derived: impact('LIKELY'), derivedSince: at(3), requests, statements: [said(2, 'AFFECTED'), said(4, 'FIXED')] }),
    ).toEqual([
      '04 VENDOR_RESPONDED',
      '04 REMEDIATION_COMPLETED CONFIRMED > MITIGATED',
      '04 IMPACT_CHANGED CONFIRMED > MITIGATED',
      '02 VENDOR_RESPONDED',
      '02 IMPACT_CHANGED NOT_IMPACTED > CONFIRMED',
      '01 VRM_REQUEST_SENT',
      '01 FIRST_SEEN NOT_IMPACTED',
    ]);
  });

  it('gives every entry a unique, stable id', () => {
    const file = {
      ...FILE,
      derived: impact('LIKELY'),
      derivedSince: at(1),
      changes: [change(3, 'POSSIBLE', 'LIKELY')],
      statements: [said(2, 'FIXED')],
    };
    const ids = activitiesOf(file).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(activitiesOf(file).map(({ id }) => id)).toEqual(ids);
  });
});
