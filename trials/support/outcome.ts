import { VendorRiskError } from '@vendor-risk/client';

/** What a caller sees of a call. */
export interface Outcome {
  /** 0 stands for no response, and for a 503 without Retry-After. */
  status: number;
  /** Why it was refused. */
  reason?: string;
}

/** Calls, and turns a refusal or a broken connection into its outcome. */
export async function outcomeOf(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return { status: 200 };
  } catch (error) {
    if (!(error instanceof VendorRiskError)) return { status: 0 };
    const { status, reason, retryAfterSeconds } = error;
    return { status: status === 503 && retryAfterSeconds === undefined ? 0 : status, reason };
  }
}
