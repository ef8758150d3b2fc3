import type { IncomingMessage } from 'node:http';

const INTERVAL_MS = 1;

const waiting: IncomingMessage[] = [];
let timer: NodeJS.Timeout | undefined;

/**
 * Takes the rest of a body that nobody wants off the wire: were the connection closed, many callers would see that and not the
 * answer. Some 60 MB a second of all callers together: at full speed it would keep the event loop busy.
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
