import fc, { type Arbitrary } from 'fast-check';
import { errorFaults } from '../support/error-body';
import type { send } from '../support/http';
import { asBytes, hostileJson } from './hostile';

type Received = Awaited<ReturnType<typeof send>>;
type Body = ReturnType<typeof asBytes>;

const OAUTH_ERROR = /^[a-z_]+$/;

/** Token requests, as a form and as JSON, intact and broken; some are valid. */
export function tokenBodies({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Body {
  const rightOr = (right: string, ...others: Arbitrary<string>[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(right) }, fc.constantFrom('', 'x'), ...others);
  const fields = {
    grant_type: rightOr('client_credentials', fc.constant('password')),
    client_id: rightOr(clientId, fc.constant('vrc_nobody')),
    client_secret: rightOr(clientSecret, fc.string()),
    scope: rightOr('findings.read', fc.string({ unit: 'binary' })),
  };
  const right = fc.constant({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  const grant = fc.oneof(right, fc.record(fields, { requiredKeys: [] }));
  const more = fc.tuple(fc.constantFrom('grant_type', 'client_id', 'client_secret', 'scope', '__proto__', 'scope[]', ''), fc.string());
  const forms = fc
    .tuple(grant, fc.oneof(fc.constant([]), fc.array(more, { maxLength: 2 })))
    .map(([given, others]) =>
      new URLSearchParams([
        ...Object.entries(given).map(([name, value]): [string, string] => [name, value.toWellFormed()]),
        ...others,
      ]).toString(),
    );
  const brokenForms = fc.oneof(
    fc.constantFrom('%', 'a=%zz', '&&&', '=', 'scope=%00&scope=%ff', 'a=1&'.repeat(5000)),
    fc.string({ unit: 'binary' }),
  );
  const asForm = (text: Arbitrary<string>) =>
    text.map((body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }));
  return fc.oneof(
    { weight: 6, arbitrary: asForm(forms) },
    asForm(brokenForms),
    asBytes(grant.map((given) => JSON.stringify(given))),
    asBytes(hostileJson(grant)),
  );
}

/** Expects a token, an OAuth error, or the common error body for failures before that. */
export function tokenFaults(answer: Received): string[] {
  const body = answer.body as Record<string, unknown> | undefined;
  if (answer.status === 200) return typeof body?.access_token === 'string' && body.token_type === 'Bearer' ? [] : ['not a token'];
  if (typeof body?.error !== 'string') return errorFaults(answer);
  return OAUTH_ERROR.test(body.error) && typeof body.error_description === 'string' ? [] : ['not an OAuth error'];
}

/** Tool calls and other protocol messages, intact and broken. */
export function mcpBodies(tools: readonly string[]): Body {
  const call = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.integer(), fc.string()),
    method: fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'server/discover', 'x'),
    params: fc.record({ name: fc.constantFrom(...tools), arguments: fc.jsonValue({ maxDepth: 3 }) }),
  });
  return asBytes(
    fc.oneof(
      call.map((each) => JSON.stringify(each)),
      hostileJson(call),
    ),
  );
}

/** Expects a JSON-RPC response, an empty body for a notification, or the common error body. */
export function mcpFaults(answer: Received): string[] {
  if (answer.status === 202) return answer.text === '' ? [] : ['unexpected body'];
  const body = answer.body as { jsonrpc?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown } } | undefined;
  if (body?.jsonrpc !== '2.0') return errorFaults(answer);
  const { error } = body;
  const isError = typeof error?.code === 'number' && typeof error.message === 'string';
  return isError === (body.result === undefined) ? [] : ['neither a result nor an error'];
}
