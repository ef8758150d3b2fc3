import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { projectRoot } from '#platform/config/project-root';
import type { Answer } from './organization';

interface Described {
  operationId: string;
  method: string;
  path: RegExp;
  isFixed: boolean;
  responses: Record<string, object>;
  /** Where they stand in the document. */
  pointer: string;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { $ref?: string }> }>>;
}

/** Read when the first answer comes: a spec without calls pays nothing. */
class Description {
  private static only: Description | undefined;
  private readonly ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
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
      Object.entries(methods).map(([method, { operationId, responses }]) => ({
        operationId,
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

  faults(operation: Described, status: number, body: unknown): string[] {
    const validate = this.validator(operation, status);
    return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }

  private validator({ operationId, responses, pointer }: Described, status: number): ValidateFunction {
    const described = String(status) in responses ? String(status) : 'default';
    const name = `${operationId} ${described}`;
    let validate = this.validators.get(name);
    if (!validate) {
      const { $ref } = responses[described] as { $ref?: string };
      const response = $ref ? $ref.slice('#/'.length) : `${pointer}/${described}`;
      validate = this.ajv.compile({ $ref: `openapi#/${response}/content/${escaped('application/json')}/schema` });
      this.validators.set(name, validate);
    }
    return validate;
  }
}

/** As a part of a JSON pointer in a URI. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The answer to a call, once its body is what the OpenAPI document says of the operation and the status. Other addresses pass. */
export function described<A extends Answer>(method: string, url: string, answer: A): A {
  if (method === 'HEAD' || answer.body === undefined) return answer;
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/s, '');
  if (!path.startsWith('/public/')) return answer;
  const operation = Description.get().byCall(method, path);
  if (operation) refuse(operation, answer.status, Description.get().faults(operation, answer.status, answer.body), answer.body);
  return answer;
}

/** The same for what a tool answers with: its structured content is the body of the operation. */
export function describedTool(name: string, answer: Answer): Answer {
  const content = (answer.body as { result?: { structuredContent?: unknown; isError?: boolean } } | undefined)?.result;
  if (content?.structuredContent === undefined || content.isError) return answer;
  const operation = Description.get().byName(name);
  if (operation) refuse(operation, 200, Description.get().faults(operation, 200, content.structuredContent), content.structuredContent);
  return answer;
}

function refuse({ operationId }: Described, status: number, faults: string[], body: unknown): void {
  if (faults.length === 0) return;
  throw new Error(
    `${operationId} answered ${status} with a body that openapi.json does not describe: ${faults.slice(0, 5).join('; ')}\n${JSON.stringify(body).slice(0, 2000)}`,
  );
}
