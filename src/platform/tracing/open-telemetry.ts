import type { IncomingHttpHeaders } from 'node:http';
import { finished } from 'node:stream/promises';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

export type { Attributes } from '@opentelemetry/api';

/** The span of a call. The caller's trace context, if any, is its parent. */
export interface CallSpan {
  traceId: string;
  /** Runs the call with this span as the parent of what it does. */
  run(work: () => void): void;
  /** Ends it, under the name of the call's operation. */
  end(operation: string, status: number, attributes: Attributes): void;
}

/** What a span is about: work of a job, or a request to another server. */
export type SpanKind = 'job' | 'request';

const SERVICE = 'vendor-risk-api';
const KINDS: Readonly<Record<SpanKind, Kind>> = { job: Kind.CONSUMER, request: Kind.CLIENT };
/** A longer statement is cut. Parameters are customer data and never recorded. */
const MAX_SQL = 2000;

export type OpenTelemetry = ReturnType<typeof openTelemetry>;

/** OpenTelemetry's own SDK, sending spans in batches by OTLP over HTTP. */
export function openTelemetry() {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  provider.register();
  const tracer = provider.getTracer(SERVICE);

  return {
    startCall(headers: IncomingHttpHeaders): CallSpan {
      const span = tracer.startSpan('call', { kind: Kind.SERVER }, propagation.extract(ROOT_CONTEXT, headers));
      return {
        traceId: span.spanContext().traceId,
        run: (work) => {
          context.with(trace.setSpan(ROOT_CONTEXT, span), work);
        },
        end: (operation, status, attributes) => {
          span.updateName(operation);
          span.setAttributes({ 'http.response.status_code': status, ...attributes });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    inSpan<T>(kind: SpanKind, name: string, attributes: Attributes, work: (headers: Record<string, string>) => Promise<T>): Promise<T> {
      return tracer.startActiveSpan(name, { kind: KINDS[kind], attributes }, (span) => {
        const headers: Record<string, string> = {};
        propagation.inject(context.active(), headers);
        return endedWith(span, work(headers));
      });
    },

    traceStatement(statement: unknown, result: unknown): void {
      if (!trace.getActiveSpan()) return;
      const text = textOf(statement).trim().slice(0, MAX_SQL);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = tracer.startSpan(/^\w+/.exec(text)?.[0].toUpperCase() ?? 'statement', { kind: Kind.CLIENT, attributes });
      endedWith(span, endOf(result)).catch(() => undefined); // whoever sent it gets the error
    },

    traceField(): { trace_id?: string } {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { trace_id: traceId };
    },

    flush: () => provider.forceFlush().catch(() => undefined), // the collector may be gone
  };
}

async function endedWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
    throw error;
  } finally {
    span.end();
  }
}

/** A statement of ours has `sql`, one of the driver `text`; COPY has it in its cursor or not at all. */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { sql, text, cursor } = statement as { sql?: string; text?: string; cursor?: { text?: string } };
  return sql ?? text ?? cursor?.text ?? 'COPY';
}

/** The driver returns a promise, our batches and row streams have one, and COPY is a stream. Where it is given a callback, it returns nothing. */
function endOf(result: unknown): Promise<unknown> {
  if (result === undefined || result instanceof Promise) return Promise.resolve(result);
  const { done } = result as { done?: Promise<unknown> };
  return done ?? finished(result as NodeJS.WritableStream);
}
