import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchClient } from '../../bench/client';
import { forgetPeak, peakMb, type Server } from '../../bench/environment';
import { median } from '../../bench/percentile';
import { round, type Report } from './report';

/** Misbehaving clients of many organizations, and whether other callers are still served. */
export class Abuse {
  constructor(
    private readonly service: Server,
    private readonly clients: readonly BenchClient[],
    private readonly report: Report,
    private readonly maxMb: number,
  ) {}

  /** Headers sent at one byte a second, and bodies that never end. */
  async slowClients(connections: number): Promise<void> {
    forgetPeak(this.service.pid);
    const { host } = new URL(this.service.url);
    const sockets = await this.open(connections, (index) => {
      const head = `POST /public/v1/observations HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${this.client(index).token}\r\n`;
      return index % 2 === 0 ? head : `${head}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`;
    });
    const started = performance.now();
    const latencies: number[] = [];
    let dribbles = 0;
    while (sockets.some((socket) => !socket.destroyed) && performance.now() - started < 45_000) {
      for (const socket of sockets) if (socket.writable) socket.write(dribbles % 2 === 0 ? 'X' : 'Y');
      dribbles += 1;
      latencies.push(await this.timedCall());
      await pause(1000);
    }
    const left = sockets.filter((socket) => !socket.destroyed).length;
    for (const socket of sockets) socket.destroy();
    const seconds = (performance.now() - started) / 1000;
    this.report.say(
      `${connections} slow clients`,
      `all disconnected after ${round(seconds)} s, other calls take ${round(median(latencies))} ms, ${this.memory()}`,
      left === 0 && seconds < 40 && latencies.every((ms) => ms < 1000) && this.isBounded(),
    );
  }

  /** More idle connections than the limit. */
  async manyConnections(connections: number, max: number): Promise<void> {
    forgetPeak(this.service.pid);
    const host = new URL(this.service.url).host;
    const sockets = await this.open(connections, () => `GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await pause(1000);
    const open = sockets.filter((socket) => !socket.destroyed).length;
    const ms = await this.timedCall();
    for (const socket of sockets) socket.destroy();
    this.report.say(
      `${connections} connections kept open`,
      `${open} stay open (limit ${max}), other calls take ${round(ms)} ms, ${this.memory()}`,
      open <= max && ms < 1000 && this.isBounded(),
    );
  }

  async zipBombs(count: number): Promise<void> {
    const bomb = gzipSync(Buffer.alloc(500_000_000, ' '));
    const statuses = await this.posts(count, bomb, { 'content-encoding': 'gzip' });
    this.report.say(
      `${count} bodies of 500 MB, gzip-compressed`,
      `${statuses.get(415) ?? 0} refused without decompressing (415), ${this.memory()}`,
      statuses.get(415) === count && this.isBounded(),
    );
  }

  async hugeBodies(count: number): Promise<void> {
    const statuses = await this.posts(count, Buffer.alloc(30_000_000, ' '), {});
    this.report.say(
      `${count} bodies of 30 MB at once`,
      `${statuses.get(413) ?? 0} refused without reading (413), ${this.memory()}`,
      statuses.get(413) === count && this.isBounded(),
    );
  }

  /** Vendor files whose bodies have nearly the maximum size: some are read, the others get 503 with Retry-After. */
  async largeBodies(count: number): Promise<void> {
    const body = Buffer.from(JSON.stringify({ csv: ' '.repeat(12_000_000) }));
    const statuses = await this.posts(count, body, {});
    const [accepted, refused] = [400, 503].map((status) => statuses.get(status) ?? 0) as [number, number];
    this.report.say(
      `${count} vendor files of 12 MB at once`,
      `${accepted} read, ${refused} refused with 503 and Retry-After, ${this.memory()}`,
      accepted > 0 && refused > 0 && accepted + refused === count && this.isBounded(),
    );
  }

  /** Number of responses by status. 0 stands for no response, and for a 503 without Retry-After. */
  private async posts(count: number, body: Buffer, headers: Record<string, string>): Promise<Map<number, number>> {
    forgetPeak(this.service.pid);
    const statuses = new Map<number, number>();
    const all = Array.from({ length: count }, async (_, index) => {
      const status = await fetch(`${this.service.url}/public/v1/vendors/bulk-upsert-csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.client(index).token}`, 'content-type': 'application/json', ...headers },
        body,
      }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status === 503 && !response.headers.has('retry-after') ? 0 : response.status;
        },
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    await Promise.all(all);
    return statuses;
  }

  private client(index: number): BenchClient {
    return this.clients[index % this.clients.length] as BenchClient;
  }

  private async timedCall(): Promise<number> {
    const started = performance.now();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        await this.client(0).api.account.whoAmI();
        return performance.now() - started;
      } catch {
        await pause(50);
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  private async open(count: number, bytesOf: (index: number) => string): Promise<Socket[]> {
    const { hostname, port } = new URL(this.service.url);
    const sockets: Socket[] = [];
    for (let index = 0; index < count; index += 1) {
      const socket = connect(Number(port), hostname, () => socket.write(bytesOf(index)));
      socket.on('error', () => undefined);
      socket.resume();
      sockets.push(socket);
      if (index % 50 === 49) await pause(10);
    }
    await pause(200);
    return sockets;
  }

  /** Peak resident memory during the attack. */
  private memory(): string {
    return `peak ${round(peakMb(this.service.pid))} MB`;
  }

  private isBounded(): boolean {
    return peakMb(this.service.pid) <= this.maxMb;
  }
}
