import { verifyWebhook, WebhookError } from '@vendor-risk/client';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({
  type: 'observation.created',
  timestamp: '2026-11-16T12:00:00.000Z',
  organization: {},
  data: [{ title: 'ünï' }],
});

/** A delivery as Standard Webhooks' own library signs it. */
function delivery(secret = SECRET, at = new Date()) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, BODY),
  };
}

describe('verifyWebhook', () => {
  it('accepts a signed delivery, in every form that servers provide it', async () => {
    for (const headers of [delivery(), new Headers(delivery()), { ...delivery(), 'X-Other': ['a', 'b'] }]) {
      expect(await verifyWebhook(SECRET, headers, BODY)).toMatchObject({ type: 'observation.created', data: [{ title: 'ünï' }] });
      expect((await verifyWebhook(SECRET, headers, Buffer.from(BODY))).type).toBe('observation.created');
    }
  });

  it('accepts both secrets during a rotation', async () => {
    const next = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const both = { ...delivery(), 'webhook-signature': `${delivery(next)['webhook-signature']} ${delivery()['webhook-signature']}` };
    expect((await verifyWebhook(SECRET, both, BODY)).type).toBe('observation.created');
    expect((await verifyWebhook([SECRET, next], delivery(next), BODY)).type).toBe('observation.created');
    await expect(verifyWebhook(SECRET, delivery(next), BODY)).rejects.toThrow(WebhookError);
  });

  it.each([
    ['another body', delivery(), `${BODY} `],
    ['another id', { ...delivery(), 'webhook-id': 'msg_2' }, BODY],
    ['an old delivery', delivery(SECRET, new Date(Date.now() - 301_000)), BODY],
    ['a delivery from the future', delivery(SECRET, new Date(Date.now() + 400_000)), BODY],
    ['no signature', { ...delivery(), 'webhook-signature': undefined }, BODY],
    ['a signature that is not base64', { ...delivery(), 'webhook-signature': 'v1,%' }, BODY],
    ['a signature of another version', { ...delivery(), 'webhook-signature': delivery()['webhook-signature'].replace('v1,', 'v2,') }, BODY],
  ])('refuses %s', async (_, headers, body) => {
    await expect(verifyWebhook(SECRET, headers, body)).rejects.toThrow(WebhookError);
  });
});
