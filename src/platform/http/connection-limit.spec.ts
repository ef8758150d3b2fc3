import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { limitConnectionsPerAddress } from './connection-limit';

/** A connection with the members that the limit uses. */
class Connection extends EventEmitter {
  destroyed = false;

  constructor(readonly remoteAddress: string) {
    super();
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('limitConnectionsPerAddress', () => {
  const server = new EventEmitter();
  limitConnectionsPerAddress(server as Server, 2);
  const open = (address: string) => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };

  it('counts open connections per address', () => {
    const [first, second, third] = [open('192.0.2.1'), open('192.0.2.1'), open('192.0.2.1')];
    expect([first.destroyed, second.destroyed, third.destroyed]).toEqual([false, false, true]);
    expect(open('192.0.2.2').destroyed).toBe(false);
    first.destroy();
    expect(open('192.0.2.1').destroyed).toBe(false);
    expect(open('192.0.2.1').destroyed).toBe(true);
  });
});
