import type { IncomingHttpHeaders } from 'node:http';
import { openTelemetry, type Attributes, type CallSpan, type OpenTelemetry, type SpanKind } from '#platform/tracing/open-telemetry';

/** Unset unless the standard variables ask for tracing. Until then, nothing of OpenTelemetry is loaded, and a span costs one comparison. */
let tracing: OpenTelemetry | undefined;

/** Starts tracing when OTEL_TRACES_EXPORTER or an endpoint of OTLP asks for it. The SDK reads the other OTEL_ variables itself. */
export function startTracing(variables: Readonly<Record<string, string | undefined>>): void {
  if (asksForTracing(variables)) tracing = openTelemetry();
}

export function asksForTracing(variables: Readonly<Record<string, string | undefined>>): boolean {
  const value = (name: string) => variables[`OTEL_${name}`]?.trim() ?? '';
  if (value('SDK_DISABLED').toLowerCase() === 'true') return false;
  const hasEndpoint = value('EXPORTER_OTLP_ENDPOINT') !== '' || value('EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
  const exporter = value('TRACES_EXPORTER');
  return exporter === '' ? hasEndpoint : exporter === 'otlp';
}

/** Undefined while tracing is off. */
export function startCall(headers: IncomingHttpHeaders): CallSpan | undefined {
  return tracing?.startCall(headers);
}

/** Runs work in a span of its own. The work gets the headers that carry the trace to another server. */
export function inSpan<T>(
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  return tracing ? tracing.inSpan(kind, name, attributes, work) : work({});
}

/** Records a statement as it is sent. Only below a call or a job: polling would fill the traces. */
export function traceStatement(statement: unknown, result: unknown): void {
  tracing?.traceStatement(statement, result);
}

/** The field of a log line. */
export function traceField(): { trace_id?: string } {
  return tracing?.traceField() ?? {};
}

/** Sends what has ended so far. */
export async function flushTraces(): Promise<void> {
  await tracing?.flush();
}
