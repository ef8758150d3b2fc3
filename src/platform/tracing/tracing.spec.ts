import { asksForTracing } from './tracing';

const OTLP = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };

describe('tracing', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['no variable', {}, false],
    ['other variables', { OTEL_SERVICE_NAME: 'api' }, false],
    ['an endpoint', OTLP, true],
    ['an endpoint of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example:4318/v1/traces' }, true],
    ['the exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, true],
    ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    ['an endpoint, for metrics only', { ...OTLP, OTEL_TRACES_EXPORTER: 'none' }, false],
    ['a disabled SDK', { ...OTLP, OTEL_SDK_DISABLED: 'true' }, false],
  ])('with %s', (_what, variables, isOn) => {
    expect(asksForTracing(variables)).toBe(isOn);
  });
});
