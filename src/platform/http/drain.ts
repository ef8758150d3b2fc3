import type { IncomingMessage } from 'node:http';

const INTERVAL_MS = 1;

const waiting: IncomingMessage[] = [];
let timer: NodeJS.Timeout | undefined;

/**
 * Reads the rest of an unwanted body slowly. If the connection were closed instead, many callers would see that and not the answer. What
 * still has to arrive is limited to about 60 MB a second for all callers together: at full speed it would keep the event loop busy.
 */
export function drain(request: IncomingMessage): void {
  request.removeAllListeners('data');
  request.on('data', () => {
    request.pause();
    setImmediate(waitOrEnd, request); // by then the parser has seen all that was read from the socket
  });
  request.resume();
}

/** A body that has arrived whole does not wait: its connection may bring the next one, and waiting bodies would pile up. */
function waitOrEnd(request: IncomingMessage): void {
  if (request.complete) {
    request.removeAllListeners('data');
    request.resume();
    return;
  }
  waiting.push(request);
  timer ??= setInterval(resumeNext, INTERVAL_MS);
}

function resumeNext(): void {
  let next = waiting.shift();
  while (next?.socket.destroyed) next = waiting.shift(); // its caller has disconnected
  next?.resume();
  if (waiting.length > 0) return;
  clearInterval(timer);
  timer = undefined;
}
