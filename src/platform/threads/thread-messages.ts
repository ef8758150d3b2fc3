import { ApiError, type ErrorExtras } from '#platform/errors/api-error';
import type { RpcCode } from '#platform/errors/rpc-code';

export type ToThread =
  | { job: number; module: string; input: unknown }
  /** Loads the module without running it. */
  | { job: number; module: string; isLoad: true }
  | { job: number; message: unknown };

export type FromThread = { job: number; message: unknown } | { job: number; output: unknown } | { job: number; error: SentError };

/** A serialized error: an ApiError stays one, any other error keeps its stack for the log. */
interface SentError {
  message: string;
  stack?: string;
  refusal?: { code: RpcCode; reason: string; metadata: Readonly<Record<string, string>>; extras: ErrorExtras };
}

export function sentError(error: unknown): SentError {
  if (error instanceof ApiError) {
    const { message, code, reason, metadata, extras } = error;
    return { message, refusal: { code, reason, metadata, extras } };
  }
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}

export function receivedError({ message, stack, refusal }: SentError): Error {
  if (refusal) return new ApiError(refusal.code, message, refusal.reason, refusal.metadata, refusal.extras);
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}
