import { ANONYMOUS_CALLS } from './anonymous-calls';
import type { HostileCase } from './hostile-case';
import { TOKEN_CALLS } from './token-calls';

export const CASES: readonly HostileCase[] = [...ANONYMOUS_CALLS, ...TOKEN_CALLS];
