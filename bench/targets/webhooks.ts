import { randomUUID } from 'node:crypto';
import type { BenchContext, Outcome } from '../context';
import { BenchClient } from '../client';
import { startReceiver } from '../receiver';

const WEBHOOKS = 10;
const MIN_PER_SECOND = 200;
/** About as large as a message about ten vendors. */
const BODY_BYTES = 5_000;
const TIMEOUT_MS = 300_000;

const ADD = `
  INSERT INTO webhook_delivery (organization_id, id, webhook_id, event_type, body, next_attempt_at)
  SELECT $1, gen_random_uuid(), $2, 'vendor.changed', $3, now() FROM generate_series(1, $4::int)`;

/** Target 26: deliveries a second to a receiver on the loopback interface, which shares the cores with the service and PostgreSQL. */
export async function webhookDeliveries({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const { admin } = environment;
  const count = quick ? 20 : 300;
  const receiver = await startReceiver();
  const client = await BenchClient.create(environment, service, `webhooks-${randomUUID().slice(-12)}-bench.com`, 10);
  const { organizationId } = client;
  const ids: string[] = [];
  for (let at = 0; at < WEBHOOKS; at += 1) {
    const { webhook } = await client.api.webhooks.create({ name: `Receiver ${at}`, url: receiver.url });
    ids.push(webhook.id);
  }
  const body = JSON.stringify({ type: 'vendor.changed', data: ['x'.repeat(BODY_BYTES)] });
  for (const id of ids) await admin.query(ADD, [organizationId, id, body, count]);
  const calls = WEBHOOKS * count;
  const arrived = receiver.count(calls, TIMEOUT_MS);
  for (const id of ids) await admin.query(`SELECT job_send('webhook-deliveries', $1, now())`, [`${organizationId}/${id}`]);
  const { perSecond } = await arrived;
  await receiver.close();
  return [
    {
      target: 26,
      what: 'webhook deliveries to a loopback receiver',
      measured: perSecond,
      wanted: MIN_PER_SECOND,
      better: 'more',
      unit: 'per second',
      detail: `${calls} deliveries of ${BODY_BYTES / 1000} kB to ${WEBHOOKS} webhooks, each signed and recorded, from the first to the last`,
      wholeData: true,
    },
  ];
}
