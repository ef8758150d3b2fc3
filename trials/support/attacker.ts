import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attacks';
import { inProcess } from './own-process';

/** An address other than that of the victim. */
const ADDRESS = '127.0.0.2';

interface Order {
  attack: Attack;
  url: string;
  token: string;
  /** In milliseconds since the epoch. */
  from: number;
  until: number;
}

/** A real attacker has its own machine. Here it shares the machine of the service, so it must not take CPU from it. */
const NICE = 19;

/** Number of responses by status; `none` for no answer. */
export type Outcomes = Record<string, number>;

/** Carries out an attack at full force and reports the responses. */
export const carryOut = inProcess(__filename, attackAsOrdered, { nice: NICE });

async function attackAsOrdered({ attack, url, token, from, until }: Order): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const count = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  await pause(Math.max(0, from - Date.now()));
  if (attack.kind === 'sockets') await holdSockets(attack, url, until, count);
  else await repeatCalls(attack, url, token, until, count);
  return outcomes;
}

async function repeatCalls(
  attack: Extract<Attack, { kind: 'calls' }>,
  url: string,
  token: string,
  until: number,
  count: (outcome: string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: attack.callers, localAddress: ADDRESS });
  const bodies = attack.bodies.map((body) => Buffer.from(body));
  let calls = 0;
  const send = () =>
    new Promise<string>((answered) => {
      calls += 1;
      const body = attack.rotatesClients
        ? Buffer.from(JSON.stringify({ grant_type: 'client_credentials', client_id: `vrc_${calls}`, client_secret: 'wrong' }))
        : (bodies[calls % bodies.length] as Buffer);
      const headers = {
        host: new URL(url).host,
        'content-type': 'application/json',
        'content-length': body.length,
        ...(!attack.isAnonymous && { authorization: `Bearer ${token}` }),
      };
      const sent = request(`${url}${attack.path}`, { agent, method: 'POST', headers }, (response) => {
        response.resume();
        response.once('end', () => {
          answered(String(response.statusCode));
        });
        response.once('error', () => {
          answered('none');
        });
      });
      sent.once('error', () => {
        answered('none');
      });
      sent.end(body);
    });
  await Promise.all(
    Array.from({ length: attack.callers }, async () => {
      while (Date.now() < until) count(await send());
    }),
  );
  agent.destroy();
}

/** Keeps this many silent connections open; a closed one is reopened. */
async function holdSockets(
  { connections, bytes }: Extract<Attack, { kind: 'sockets' }>,
  url: string,
  until: number,
  count: (outcome: string) => void,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  while (Date.now() < until) {
    while (open.size < connections) {
      const socket = connect({ port: Number(port), host: hostname, localAddress: ADDRESS }, () => socket.write(bytes));
      open.add(socket);
      socket.once('data', (part) => {
        count(/^HTTP\/1\.1 (\d+)/.exec(part.toString('latin1'))?.[1] ?? 'none');
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        count('closed');
      });
    }
    await pause(20);
  }
  for (const socket of open) socket.destroy();
}
