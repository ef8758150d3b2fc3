import type { ServerResponse } from 'node:http';

/** Emitted on a response whose caller hung up before there was an answer, once the answer is made. */
const ANSWER_MADE = 'answerMade';

/**
 * Runs the callback once a call is over: its connection is done with, and nothing works on its answer any more. Hanging up
 * does not end the work, so a caller cannot make room for more calls by doing so.
 */
export function whenOver(response: ServerResponse, callback: () => void): void {
  if (response.closed) {
    response.once(ANSWER_MADE, callback);
    return;
  }
  response.once('close', () => {
    if (response.headersSent) callback();
    else response.once(ANSWER_MADE, callback);
  });
}

/** To be called with every answer, whether or not anybody is left to read it. */
export function markAnswered(response: ServerResponse): void {
  if (response.closed) response.emit(ANSWER_MADE);
}
