import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { send } from '../support/http';
import { TestOrganization } from '../support/organization';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';
import { msUntil } from '../support/wait';
import { WebhookReceiver } from '../support/webhook-receiver';
import { createWebhook } from '../support/webhooks';

interface SpanData {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const attribute = ({ attributes }: SpanData, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

/** A receiver of OTLP on the loopback interface. */
class Collector {
  readonly spans: SpanData[] = [];
  readonly services = new Set<string | number | undefined>();
  private readonly server: Server = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as { resourceSpans: Received[] }).resourceSpans) {
        this.services.add(attribute(resource as SpanData, 'service.name'));
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(() => closed()));
  }

  of(traceId: string): SpanData[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }
}

interface Received {
  resource: object;
  scopeSpans: { spans: SpanData[] }[];
}

describe('traces', () => {
  const collector = new Collector();
  let commands: TestApp;
  let service: ServiceProcess;
  let receiver: WebhookReceiver;
  let org: TestOrganization;

  beforeAll(async () => {
    commands = await startTestApp({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' });
    org = await TestOrganization.create(commands);
    receiver = await WebhookReceiver.start();
    service = await ServiceProcess.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_SERVICE_NAME: 'api-of-this-test',
      PUBLIC_BASE_URL: commands.url,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    });
  });
  afterAll(async () => {
    await service.kill();
    await receiver.close();
    await collector.stop();
    await commands.close();
  });

  it('continue the trace of the caller, with the operation, its organization, its status and its statements', async () => {
    const headers = { authorization: `Bearer ${org.token}`, traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` };
    expect((await send(`${service.url}/public/v1/vendors/groups`, { headers })).status).toBe(200);
    await msUntil(() => Promise.resolve(collector.of(CALLER.traceId).some(({ name }) => name === 'GetVendorGroups')));
    const spans = collector.of(CALLER.traceId);
    const call = spans.find(({ name }) => name === 'GetVendorGroups')!;
    expect(call.parentSpanId).toBe(CALLER.spanId);
    expect(attribute(call, 'vendor_risk.organization')).toBe(org.organization.id);
    expect(attribute(call, 'http.response.status_code')).toBe(200);
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId);
    expect(statements.map((span) => attribute(span, 'db.query.text'))).toContainEqual(expect.stringMatching(/FROM vendor_group\b/));
    expect([...collector.services]).toEqual(['api-of-this-test']);
    await msUntil(() => Promise.resolve(service.output.includes(`"trace_id":"${CALLER.traceId}"`)));
  });

  it('follow a webhook delivery from its job to the receiver', async () => {
    const webhook = await createWebhook(org, { url: receiver.url });
    await org.post(`webhooks/${webhook.id}/test`, {});
    await msUntil(() => Promise.resolve(receiver.received.length > 0));
    const [, traceId, spanId] = String(receiver.received[0]!.headers.traceparent).split('-') as [string, string, string];
    await msUntil(() => Promise.resolve(collector.of(traceId).some(({ name }) => name.startsWith('job '))));
    const spans = collector.of(traceId);
    const request = spans.find((span) => span.spanId === spanId);
    const job = spans.find((span) => span.spanId === request?.parentSpanId);
    expect(request?.name).toBe('POST');
    expect(job?.name).toBe('job webhook-deliveries');
    expect(spans.filter(({ parentSpanId, name }) => parentSpanId === job?.spanId && name !== 'POST').length).toBeGreaterThan(0);
  });

  it('start at a call without one, and mark a failed call', async () => {
    const before = collector.spans.length;
    expect((await send(`${service.url}/public/v1/vendors/groups`)).status).toBe(401);
    await msUntil(() =>
      Promise.resolve(collector.spans.slice(before).some((span) => attribute(span, 'http.response.status_code') === 401)),
    );
  });
});
