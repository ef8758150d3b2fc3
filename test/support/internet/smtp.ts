import type { Socket } from 'node:net';

/** A mail server that offers these extensions and accepts no mail. */
export function smtp(...extensions: string[]): (socket: Socket) => void {
  return (socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (bytes: Buffer) => {
      const command = bytes.toString('latin1').trim();
      const lines = ['mail.example greets you', ...extensions];
      if (command.startsWith('EHLO '))
        socket.write(lines.map((line, place) => `250${place < lines.length - 1 ? '-' : ' '}${line}\r\n`).join(''));
      else if (command === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('502 not here\r\n');
    });
  };
}
