import { Transform } from 'node:stream';

const EVERY_MS = 200;
const WIDTH = 30;

/** A bar on a terminal with rate and time left, by bytes read; elsewhere it says nothing. */
export function progressBar(totalBytes: number, records: () => number): Transform {
  const started = Date.now();
  let read = 0;
  let drawnAt = 0;
  const shows = process.stderr.isTTY && totalBytes > 0;
  const draw = () => {
    const share = Math.min(1, read / totalBytes);
    const seconds = (Date.now() - started) / 1000;
    const left = share > 0 ? Math.ceil(seconds / share - seconds) : 0;
    const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.');
    process.stderr.write(`\r[${bar}] ${Math.round(share * 100)}%  ${Math.round(records() / Math.max(seconds, 0.1))}/s  ${left} s left   `);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      if (shows && Date.now() - drawnAt >= EVERY_MS) {
        drawnAt = Date.now();
        draw();
      }
      done(null, chunk);
    },
    flush(done) {
      if (shows) {
        draw();
        process.stderr.write('\n');
      }
      done();
    },
  });
}
