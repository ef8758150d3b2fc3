import { ANONYMOUS_CALLS } from './anonymous-calls';
import type { HostileCase } from './hostile-case';
import { RECEIVERS } from './receivers';
import { TOKEN_CALLS } from './token-calls';

export const CASES: readonly HostileCase[] = [...ANONYMOUS_CALLS, ...TOKEN_CALLS];

/** For a service that runs jobs. */
export const SERVICE_CASES: readonly HostileCase[] = [...CASES, ...RECEIVERS];
