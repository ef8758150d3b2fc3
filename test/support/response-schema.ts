import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { projectRoot } from '#platform/config/project-root';
import { JSON_LINES } from '#platform/export/export-format';
import type { Answer } from './organization';

interface Described {
  operationId: string;
  method: string;
  path: RegExp;
  isFixed: boolean;
  responses: Record<string, object>;
  takesFields: boolean;
  /** Their path in the document. */
  pointer: string;
}

interface DocumentedOperation {
  operationId: string;
  parameters?: { name?: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { $ref?: string }>;
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, { properties?: object }> };
}

/** Read at the first answer: a spec without calls does not pay for it. */
class Description {
  private static only: Description | undefined;
  /** Compiling takes longer than checking, so it does no more than it must: each schema once, as it comes. */
  private readonly ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  private readonly operations: readonly Described[];
  private readonly validators = new Map<string, ValidateFunction>();

  static get(): Description {
    return (Description.only ??= new Description());
  }

  private constructor() {
    const document = JSON.parse(readFileSync(join(projectRoot(), 'openapi.json'), 'utf8')) as Document;
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', ...document });
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
        operationId,
        takesFields: [...parameters.map(({ name }) => name), ...bodyFields(document, requestBody)].includes('fields'),
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        isFixed: !path.includes('{'),
        responses,
        pointer: ['paths', path, method, 'responses'].map(escaped).join('/'),
      })),
    );
  }

  byCall(method: string, path: string): Described | undefined {
    const found = this.operations.filter((operation) => operation.method === method && operation.path.test(path));
    return found.find(({ isFixed }) => isFixed) ?? found[0];
  }

  byName(name: string): Described | undefined {
    return this.operations.find(({ operationId }) => operationId === name);
  }

  /** Each line of an export is validated against the schema of a line. */
  faults(operation: Described, status: number, body: unknown, mediaType = 'application/json'): string[] {
    if (mediaType === JSON_LINES) return (body as unknown[]).flatMap((line) => this.faultsOf(operation, status, line, mediaType));
    return this.faultsOf(operation, status, body, mediaType);
  }

  private faultsOf(operation: Described, status: number, body: unknown, mediaType: string): string[] {
    const validate = this.validator(operation, status, mediaType);
    return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }

  /** Errors are described once for all operations, so one function checks them all. */
  private validator({ responses, pointer }: Described, status: number, mediaType: string): ValidateFunction {
    const described = String(status) in responses ? String(status) : 'default';
    const { $ref } = responses[described] as { $ref?: string };
    const response = $ref ? $ref.slice('#/'.length) : `${pointer}/${described}`;
    const schema = `openapi#/${response}/content/${escaped(mediaType)}/schema`;
    let validate = this.validators.get(schema);
    if (!validate) {
      validate = this.ajv.compile({ $ref: schema });
      this.validators.set(schema, validate);
    }
    return validate;
  }
}

function bodyFields({ components }: Document, body: DocumentedOperation['requestBody']): string[] {
  const name = body?.content['application/json']?.schema.$ref?.replace(/^.*\//, '');
  return Object.keys(components.schemas[name ?? '']?.properties ?? {});
}

/** As part of a JSON pointer in a URI. */
export function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/**
 * Returns the answer to a call after validating its body against the OpenAPI document. Other paths pass, and so do requests for some of the
 * fields: the document describes all of them.
 */
export function described<A extends Answer>(method: string, url: string, answer: A, request?: unknown): A {
  if (method === 'HEAD' || answer.body === undefined || (answer.status === 200 && asksForFields(url, request))) return answer;
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/s, '');
  if (!path.startsWith('/public/')) return answer;
  const operation = Description.get().byCall(method, path);
  const mediaType = answer.headers.get('content-type')?.split(';')[0];
  if (operation) refuse(operation, answer.status, Description.get().faults(operation, answer.status, answer.body, mediaType), answer.body);
  return answer;
}

/**
 * The same for a tool result: its structured content is the body of the operation. A list with `fields` passes, because its rows have only
 * some fields.
 */
export function describedTool(name: string, answer: Answer): Answer {
  const content = (answer.body as { result?: { structuredContent?: unknown; isError?: boolean } } | undefined)?.result;
  if (content?.structuredContent === undefined || content.isError) return answer;
  const operation = Description.get().byName(name);
  if (operation && !operation.takesFields)
    refuse(operation, 200, Description.get().faults(operation, 200, content.structuredContent), content.structuredContent);
  return answer;
}

function asksForFields(url: string, request: unknown): boolean {
  if (/[?&]fields=/.test(url)) return true;
  return typeof request === 'object' && request !== null && Array.isArray((request as { fields?: unknown }).fields);
}

function refuse({ operationId }: Described, status: number, faults: string[], body: unknown): void {
  if (faults.length === 0) return;
  throw new Error(
    `${operationId} answered ${status} with a body that openapi.json does not describe: ${faults.slice(0, 5).join('; ')}\n${JSON.stringify(body).slice(0, 2000)}`,
  );
}
