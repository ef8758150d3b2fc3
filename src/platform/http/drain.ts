import type { IncomingMessage } from 'node:http';

const INTERVAL_MS = 1;

const waiting: IncomingMessage[] = [];
let timer: NodeJS.Timeout | undefined;

/**
 * Reads the rest of an unwanted body slowly. If the connection were closed instead, many callers would see that and not the answer. The
 * limit is about 60 MB a second for all callers together: at full speed it would keep the event loop busy.
 */
export function drain(request: IncomingMessage): void {
  request.removeAllListeners('data');
  request.on('data', () => {
    request.pause();
    waiting.push(request);
    timer ??= setInterval(goOn, INTERVAL_MS);
  });
  request.resume();
}

function goOn(): void {
  waiting.shift()?.resume();
  if (waiting.length > 0) return;
  clearInterval(timer);
  timer = undefined;
}
