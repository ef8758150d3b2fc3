import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { VendorRisk } from '@vendor-risk/client';
import type { HostileCase, Target } from './hostile-case';
import { behave, HOSTILE_PEERS, type HostilePeer } from './hostile-peers';

/** An attempt of a delivery ends after ten seconds. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 200;

let turn = 0;

/** Webhooks to hostile receivers, each attempt to another one. They need a service that runs jobs and may reach loopback addresses. */
export const RECEIVERS: readonly HostileCase[] = [
  {
    name: `webhook: ${HOSTILE_PEERS.length} receivers that answer without end, or not at all`,
    attempt: (target) => {
      turn = (turn + 1) % HOSTILE_PEERS.length;
      return sendTo(HOSTILE_PEERS[turn] as HostilePeer, target);
    },
    outcomes: ['ended'],
  },
];

async function sendTo(peer: HostilePeer, { url, token }: Target): Promise<string> {
  const api = new VendorRisk({ baseUrl: url, accessToken: token, maxRetries: 0 });
  const server = createServer({ allowHalfOpen: true }, behave(peer));
  try {
    const { webhook } = await api.webhooks.create({ name: peer.name.slice(0, 60), url: await listening(server) });
    try {
      await api.webhooks.test({ id: webhook.id } as never);
      return await outcomeOf(api, webhook.id);
    } finally {
      await api.webhooks.delete({ id: webhook.id });
    }
  } catch (error) {
    return (error as { status?: number }).status?.toString() ?? String(error);
  } finally {
    server.close();
  }
}

async function outcomeOf(api: VendorRisk, id: string): Promise<string> {
  for (let passed = 0; passed < MAX_WAIT_MS; passed += POLL_MS) {
    for await (const { attempts } of api.webhooks.listDeliveries({ id })) if (attempts.length > 0) return 'ended';
    await pause(POLL_MS);
  }
  return 'did not end';
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  });
}
