import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Jobs } from '#platform/jobs/jobs';
import { WebhookClient } from '../../src/modules/webhooks/delivering/webhook-client';
import { behave, HOSTILE_PEERS, type HostilePeer } from '../../trials/hostile/hostile-peers';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';
import { WebhookReceiver } from '../support/webhook-receiver';
import { createWebhook, type CreatedWebhook } from '../support/webhooks';

/** The most webhooks that an organization can have. */
const WEBHOOKS = 20;
const TIMEOUT_MS = 1_000;

describe('hostile receivers', () => {
  let service: TestApp;
  const servers: Server[] = [];
  /** Connections whose other side has not ended, by receiver. One that reads nothing does not learn of the end. */
  const open = new Map<Socket, string>();
  const unended = () => [...open.values()].filter((name) => !HOSTILE_PEERS.some((peer) => peer.name === name && peer.isDeaf));

  beforeAll(async () => {
    service = await startTestApp({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
    service.app.get(WebhookClient, { strict: false }).timeoutMs = TIMEOUT_MS;
    await service.app.get(Jobs).start();
  });
  afterAll(async () => {
    for (const socket of open.keys()) socket.destroy();
    for (const server of servers) server.close();
    await service.close();
  });

  async function start(peer: HostilePeer): Promise<string> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      open.set(socket, peer.name);
      for (const end of ['end', 'close']) socket.on(end, () => open.delete(socket));
      behave(peer)(socket);
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it('end every attempt and every connection, and delay no other organization', async () => {
    const calls: { org: TestOrganization; webhook: CreatedWebhook; name: string }[] = [];
    let org = await TestOrganization.create(service);
    for (const [index, peer] of HOSTILE_PEERS.entries()) {
      if (index > 0 && index % WEBHOOKS === 0) org = await TestOrganization.create(service);
      calls.push({ org, name: peer.name, webhook: await createWebhook(org, { url: await start(peer) }) });
    }
    for (const { org: own, webhook } of calls)
      await own.post(`webhooks/${webhook.id}/test`, {}).then(({ status }) => expect(status).toBe(200));

    const receiver = await WebhookReceiver.start();
    const other = await TestOrganization.create(service);
    const own = await createWebhook(other, { url: receiver.url });
    await other.post(`webhooks/${own.id}/test`, {});
    await msUntil(() => Promise.resolve(receiver.received.length === 1));
    await receiver.close();

    const missing = new Set(calls);
    await msUntil(async () => {
      for (const call of missing) {
        const { body } = await call.org.get(`webhooks/${call.webhook.id}/deliveries`);
        // The receivers run in this process too, so a call may be refused because of them.
        if (body.deliveries?.[0].attempts.length > 0) missing.delete(call);
      }
      return missing.size === 0;
    }).catch((cause: unknown) => {
      throw new Error(`no attempt ended with a receiver that ${[...missing].map(({ name }) => name).join(', ')}`, { cause });
    });
    for (const call of calls) await call.org.delete(`webhooks/${call.webhook.id}`);
    await msUntil(() => Promise.resolve(unended().length === 0)).catch(() => {
      throw new Error(`a connection stays open to a receiver that ${unended().join(', ')}`);
    });
  });
});
