import { randomBytes } from 'node:crypto';
import { fieldsOf } from '#platform/fields/field-definition';
import type { RegisteredOperation } from '#platform/operations/operation.registry';
import { McpCaller, type ListedTool } from '../support/mcp';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization, type Answer } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import type { TestApp } from '../support/test-app';
import { isQueryCall } from './generated-inputs';

type Input = Record<string, unknown>;

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

/** A failed tool reports its google.rpc code, not its HTTP status. */
const HTTP_STATUS: Record<number, number> = { 3: 400, 5: 404, 6: 409, 7: 403, 8: 429, 9: 409, 10: 409, 12: 410, 13: 500, 14: 503, 16: 401 };

/** By tool, per service: every twin sees the same tools, and the list is long. */
const EXAMPLES = new WeakMap<TestApp, Map<string, Input>>();

/** The example values of each tool's required fields. */
function examplesOf(tools: readonly ListedTool[]): Map<string, Input> {
  return new Map(
    tools.map(({ name, inputSchema }) => {
      const { properties, required = [] } = inputSchema as { properties: Record<string, { examples?: unknown[] }>; required?: string[] };
      const shown = required
        .map((field): [string, unknown] => [field, properties[field]?.examples?.[0]])
        .filter(([, value]) => value !== undefined);
      return [name, Object.fromEntries(shown)];
    }),
  );
}

/** One of two organizations with the same data, and the ids it has learned. */
export class Twin {
  readonly mcp: McpCaller;
  private readonly ids = new Map<string, string>();
  private examples = new Map<string, Input>();

  constructor(
    private readonly service: TestApp,
    readonly org: TestOrganization,
    private readonly vendorDomain = 'story-vendor.com',
    private readonly eventId = 'story-event',
  ) {
    this.mcp = new McpCaller(service, org.token);
  }

  /** Two organizations with the same vendor, findings about it, and an event that affects it and them, so that every list has rows. */
  static async pair(service: TestApp): Promise<[Twin, Twin]> {
    const vendorDomain = `story-${randomBytes(5).toString('hex')}.com`;
    const { eventId } = anEvent();
    const twin = async () => new Twin(service, await TestOrganization.create(service), vendorDomain, eventId);
    const pair: [Twin, Twin] = [await twin(), await twin()];
    for (const one of pair) await one.begin();
    await importEvents(service, [anEvent({ eventId, victims: [vendorDomain, ...pair.map(({ org }) => org.organization.domain)] })]);
    return pair;
  }

  /** A call that should succeed: its example, with this twin's vendor and other ids. */
  inputFor({ spec, path }: RegisteredOperation): Input {
    const inPath = [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, resource, name]) => [
      name,
      this.ids.get(name === 'orn' ? 'orn' : `${resource} id`) ?? UNKNOWN_ID,
    ]);
    const known = this.known(path);
    const needed = [...fieldsOf(spec.request).keys()].filter((name) => known[name] !== undefined);
    return {
      ...this.examples.get(spec.name),
      ...spec.example,
      ...Object.fromEntries(needed.map((name) => [name, known[name]])),
      ...Object.fromEntries(inPath),
    };
  }

  async overRest(operation: RegisteredOperation, input: Input, headers: Record<string, string> = {}): Promise<Answer> {
    const path = operation.path
      .slice('/public/v1/'.length)
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !operation.path.includes(`{${name}}`)));
    if (!isQueryCall(operation))
      return operation.method === 'PATCH' ? this.org.patch(path, rest, headers) : this.org.post(path, rest, headers);
    const pairs = Object.entries(rest).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)]));
    const at = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
    return operation.method === 'DELETE' ? this.org.delete(at) : this.org.get(at);
  }

  async overMcp(operation: RegisteredOperation, input: Input, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.mcp.call(operation.spec.name, input, headers);
    if (answer.status !== 200) return answer;
    const { structuredContent, isError, content } = answer.body.result as {
      structuredContent: { code?: number };
      isError?: boolean;
      content: { text: string }[];
    };
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    return { ...answer, status: isError ? (HTTP_STATUS[structuredContent.code ?? 0] ?? 0) : 200, body: structuredContent };
  }

  /** Normalizes an answer so that both twins compare equal: ids by order of appearance, times as times. */
  plain({ status, body }: Answer): unknown {
    const seen = new Map<string, string>();
    const numbered = (id: string) => {
      if (!seen.has(id)) seen.set(id, `<id ${seen.size}>`);
      return seen.get(id) as string;
    };
    const failed = status !== 200;
    const said = JSON.stringify(body, (key, value: unknown) => (key === 'nextCursor' && !failed ? '<cursor>' : value))
      .replaceAll(this.org.organization.domain, '<domain>')
      .replaceAll(this.org.credential.clientId, '<client>')
      .replace(/vrc_[0-9a-f]{24}/g, numbered)
      .replace(/vrs_[0-9A-Za-z]{49}/g, '<secret>')
      .replace(/whsec_[0-9A-Za-z+/=]{44}/g, '<secret>')
      .replace(/\/answer\/[\w-]{114}/g, '/answer/<link>')
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<signed>')
      .replace(/req_[0-9a-f]+/g, '<request>')
      .replace(/AUDIT_SURFACE_(REST|MCP)/g, '<surface>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, numbered)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');
    return { status, body: JSON.parse(said) as unknown };
  }

  /** Learns ids by the plural in paths, from {vendorGroup: {id}} and from {vendorGroups: [{id}]}. */
  remember({ status, body }: Answer): void {
    if (status !== 200) return;
    for (const [key, value] of Object.entries(body as Record<string, unknown>)) {
      const resource = [value].flat()[0] as { id?: unknown; orn?: unknown; groupOrn?: unknown } | undefined;
      const last = key.replace(/^.*?([A-Z]?[a-z]+)$/, '$1').toLowerCase();
      if (typeof resource?.id === 'string') this.ids.set(`${last.endsWith('s') ? last : `${last}s`} id`, resource.id);
      if (typeof resource?.orn === 'string') this.ids.set('orn', resource.orn);
      this.rememberCredential([value].flat() as { clientId?: unknown }[]);
    }
  }

  /** Except its own credential, which it needs for calls. */
  private rememberCredential(resources: readonly ({ clientId?: unknown } | undefined)[]): void {
    const other = resources.find((each) => typeof each?.clientId === 'string' && each.clientId !== this.org.credential.clientId);
    if (other) this.ids.set('credentials id', String(other.clientId));
  }

  /** Its vendor, two findings about it, and the descriptions of the tools. */
  async begin(): Promise<void> {
    const vendor = await this.org.post('vendors/create', { domainName: this.vendorDomain, isMonitored: true });
    expect(vendor.status).toBe(200);
    const findings = [
      aFinding(`www.${this.vendorDomain}`),
      aFinding(`mail.${this.vendorDomain}`, { cveIds: ['CVE-2024-3094'], severity: 'HIGH', firstSeen: '2026-01-02T00:00:00.000Z' }),
    ];
    expect((await importFindings(this.org, findings)).body).toMatchObject({ created: 2 });
    this.remember(vendor);
    this.remember(await this.org.get('questionnaires/templates'));
    this.remember(await this.org.post('observations', {}));
    this.remember(await this.org.post('credentials', { name: 'Story', scopes: ['avd.read'] }));
    if (!EXAMPLES.has(this.service)) EXAMPLES.set(this.service, examplesOf(await this.mcp.tools()));
    this.examples = EXAMPLES.get(this.service) ?? this.examples;
  }

  /** Values of the id fields, for every operation. */
  private known(path: string): Input {
    const vendor = this.ids.get('vendors id') ?? UNKNOWN_ID;
    return {
      orn: this.ids.get('orn'),
      vendorIds: [vendor],
      ids: [vendor],
      org_domain: this.org.organization.domain,
      vendor_domain: this.vendorDomain,
      vendorDomain: this.vendorDomain,
      vendorDomains: [this.vendorDomain],
      eventId: this.eventId,
      event_id: this.eventId,
      templateId: this.ids.get('templates id'),
      // In the directory itself a vendorId is the customer's own reference.
      ...(path.startsWith('/public/v1/questionnaires') && { vendorId: vendor }),
    };
  }
}
