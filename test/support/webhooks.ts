import type { TestOrganization } from './organization';

export interface CreatedWebhook {
  id: string;
  name: string;
  url: string;
  secret: string;
}

export const RECEIVER_URL = 'https://hooks.example.com/vendor-risk';

export async function createWebhook(org: TestOrganization, fields: object = {}): Promise<CreatedWebhook> {
  const { status, body } = await org.post('webhooks', { name: 'Receiver', url: RECEIVER_URL, ...fields });
  if (status !== 200) throw new Error(`the webhook was not created: ${JSON.stringify(body)}`);
  return body.webhook as CreatedWebhook;
}
