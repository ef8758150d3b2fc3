import type { ServerResponse } from 'node:http';

/** Emitted on a response whose caller disconnected early, once its answer is ready. */
const ANSWER_MADE = 'answerMade';

/**
 * Runs the callback once the response is closed and no work for it is running. Disconnecting does not end the work, so a
 * caller cannot make room for more calls by disconnecting.
 */
export function whenCallEnds(response: ServerResponse, callback: () => void): void {
  if (response.closed) {
    response.once(ANSWER_MADE, callback);
    return;
  }
  response.once('close', () => {
    if (response.headersSent) callback();
    else response.once(ANSWER_MADE, callback);
  });
}

/** Must be called for every answer, even when the caller has disconnected. */
export function markAnswered(response: ServerResponse): void {
  if (response.closed) response.emit(ANSWER_MADE);
}
