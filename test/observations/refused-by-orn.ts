import { reasonOf, type TestOrganization } from '../support/organization';

interface Targets {
  org: TestOrganization;
  /** An open observation, and a resolved one. */
  orns: readonly (string | undefined)[];
  /** An observation of another organization. */
  foreign: string | undefined;
}

/** Expects an operation to refuse the whole call for one bad ORN, and a call without a target. */
export async function expectRefusalsByOrn(path: string, { org, orns: [open, resolved], foreign }: Targets): Promise<void> {
  const unknown = open?.replace(/[0-9a-f]{12}:/, 'ffffffffffff:');
  const cases: [unknown[], number, string][] = [
    [[open, 'nonsense'], 400, 'ORN_MALFORMED'],
    [[open, foreign], 403, 'ORG_MISMATCH'],
    [[open, unknown], 404, 'OBSERVATION_NOT_FOUND'],
    [[open, resolved], 409, 'OBSERVATION_RESOLVED'],
    [Array(1001).fill(open), 400, 'INVALID_REQUEST'],
  ];
  for (const [observationOrns, status, reason] of cases) {
    const answer = await org.post(path, { observationOrns });
    expect([answer.status, reasonOf(answer)]).toEqual([status, reason]);
  }
  for (const request of [{}, { observationOrns: [], filters: [] }]) expect(reasonOf(await org.post(path, request))).toBe('TARGET_MISSING');
}
