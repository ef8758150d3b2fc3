import type { Socket } from 'node:net';
import type { MailServerScan } from '../scan';
import { within } from '#platform/time/deadline';
import { seen } from './seen';
import { visit, type ScanContext } from './visit';

const SMTP_PORT = 25;
const CONVERSATION_MS = 12_000;
const FAREWELL_MS = 1000;
const MAX_REPLY_BYTES = 8 * 1024;
const REPLY_LINE = /^\d{3}(?:[ -]|$)/;
const STARTTLS = /^250[ -]STARTTLS\s*$/i;

type Ehlo = NonNullable<MailServerScan['ehlo']>;

/** Checks what a mail server offers: one connection, EHLO and QUIT. No mail is sent and no address is tried. */
export function askMailServer(context: ScanContext, host: string): Promise<Ehlo> {
  const { settings, signal } = context;
  return seen(() =>
    visit(context, host, SMTP_PORT, (socket) =>
      within(CONVERSATION_MS, signal, `the mail server ${host}`, () => converse(socket, host, settings.ehloName, signal)),
    ),
  );
}

async function converse(
  socket: Socket,
  host: string,
  name: string,
  signal: AbortSignal,
): Promise<{ offersStartTls: boolean; reply: string }> {
  const replies = repliesOf(socket);
  await expectReply(replies, '220', `${host} does not greet`);
  socket.write(`EHLO ${name}\r\n`);
  const lines = await expectReply(replies, '250', `${host} refuses EHLO`);
  socket.write('QUIT\r\n');
  await within(FAREWELL_MS, signal, 'QUIT', () => replies.next()).catch(() => undefined);
  // The first line is a greeting, often with a time or an address.
  const extensions = lines.slice(1);
  return { offersStartTls: extensions.some((line) => STARTTLS.test(line)), reply: extensions.join(', ') || 'no extensions' };
}

async function expectReply(replies: AsyncGenerator<string[], void>, code: string, refusal: string): Promise<string[]> {
  const { value: lines } = await replies.next();
  if (!lines) throw new Error(`${refusal}: the connection was closed`);
  if (lines.some((line) => !line.startsWith(code))) throw new Error(`${refusal}: ${lines.join(', ')}`);
  return lines;
}

/** Replies of one or more lines; all but the last line have a hyphen after the code. */
async function* repliesOf(socket: Socket): AsyncGenerator<string[], void> {
  let text = '';
  let size = 0;
  let lines: string[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_REPLY_BYTES) throw new Error(`the mail server sent more than ${MAX_REPLY_BYTES} bytes`);
    const parts = (text + chunk.toString('latin1')).split('\n');
    text = parts.pop() ?? '';
    for (const line of parts.map((part) => part.trimEnd())) {
      if (!REPLY_LINE.test(line)) throw new Error('the mail server does not speak SMTP');
      lines.push(line);
      if (line[3] === '-') continue;
      yield lines;
      lines = [];
    }
  }
}
