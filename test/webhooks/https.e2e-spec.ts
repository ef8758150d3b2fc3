import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority, type LeafOptions } from '../support/internet/certificates';
import { TestOrganization } from '../support/organization';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';
import { WebhookReceiver } from '../support/webhook-receiver';
import { createWebhook } from '../support/webhooks';

const BASE = 'http://vendor-risk.test';

describe('a delivery over https', () => {
  let folder: string;
  let authority: TestAuthority;
  let admin: TestApp;
  let service: ServiceProcess;
  let org: TestOrganization;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-https-'));
    authority = await TestAuthority.create();
    writeFileSync(join(folder, 'root.pem'), authority.rootPem);
    admin = await startTestApp({ PUBLIC_BASE_URL: BASE });
    // Node reads this variable once, when it starts.
    service = await ServiceProcess.start({
      PUBLIC_BASE_URL: BASE,
      NODE_EXTRA_CA_CERTS: join(folder, 'root.pem'),
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    });
    org = (await TestOrganization.create(admin)).through(service.url);
  });
  afterAll(async () => {
    await service.kill();
    await admin.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends a test event to a receiver with such a certificate. */
  async function delivered(options: LeafOptions) {
    const receiver = await WebhookReceiver.start('localhost', await authority.leaf(options));
    const webhook = await createWebhook(org, { url: receiver.url });
    await org.post(`webhooks/${webhook.id}/test`, {});
    const attempts = async () => (await org.get(`webhooks/${webhook.id}/deliveries`)).body.deliveries[0].attempts as { error?: string }[];
    await msUntil(async () => (await attempts()).length > 0);
    await org.patch(`webhooks/${webhook.id}`, { isEnabled: false });
    await receiver.close();
    return {
      attempt: (await attempts())[0],
      received: receiver.received,
      verify: () => receiver.verify(receiver.received[0]!, webhook.secret),
    };
  }

  it('reaches a receiver with a trusted certificate for its name', async () => {
    const { attempt, received, verify } = await delivered({ names: ['localhost'] });
    expect(attempt).toMatchObject({ statusCode: 204 });
    expect(received).toHaveLength(1);
    expect(verify()).toMatchObject({ type: 'webhook.test' });
  });

  it.each<[string, LeafOptions, string]>([
    ['for another name', { names: ['hooks.example.com'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['by an unknown authority', { names: ['localhost'], issuer: 'stranger' }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['that has expired', { names: ['localhost'], validFrom: new Date('2020-01-01'), validTo: new Date('2020-02-01') }, 'CERT_HAS_EXPIRED'],
  ])('sends nothing to a receiver with a certificate %s', async (_, options, code) => {
    const { attempt, received } = await delivered(options);
    expect(attempt?.error).toBe(`the connection failed: ${code}`);
    expect(received).toEqual([]);
  });
});
