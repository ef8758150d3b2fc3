import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { JSON_LINES } from '#platform/export/export-format';
import { errorFaults } from '../support/error-body';
import type { send } from '../support/http';
import type { Call, OpenApiOperation } from './generated-call';

type Received = Awaited<ReturnType<typeof send>>;

/** Internals that a response must never contain. */
const INNER_WORDS =
  /node_modules|\bat (?:async )?[\w.]+ \(|\/src\/|\/dist\/|SELECT |INSERT INTO|syntax error at|vendor_risk_service|postgres:\/\//;
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Checks responses against the description: the allowed statuses of an operation and the schemas of their bodies. */
export class Judge {
  private readonly ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
  private readonly successes = new Map<string, ValidateFunction>();

  constructor(document: object) {
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', ...document });
  }

  /** All faults of a response. */
  faults({ operationId, responses }: OpenApiOperation, call: Call, answer: Received): string[] {
    const { status, headers, text } = answer;
    const faults: string[] = [];
    const documented = String(status) in responses || (call.oddAddress && status === 405) || status === 431;
    if (status >= 500) faults.push(`status ${status}`);
    if (!documented) faults.push(`status ${status} is not described`);
    const id = headers.get('x-request-id');
    const sent = call.headers['x-request-id'];
    if (id === null) faults.push('no X-Request-Id');
    if (sent !== undefined && REQUEST_ID.test(sent) && id !== sent && status !== 431) faults.push('X-Request-Id is not echoed');
    if (call.method === 'HEAD' || status === 304) {
      if (text !== '') faults.push('unexpected body');
    } else if (status === 200) {
      faults.push(
        ...(this.isExport(responses)
          ? this.exportFaults(operationId, responses, call, answer)
          : this.successFaults(operationId, responses, call, answer)),
      );
    } else {
      faults.push(...errorFaults(answer));
      if (INNER_WORDS.test(quotedOnce(text, call))) faults.push('exposes internals');
    }
    return faults;
  }

  private isExport(responses: OpenApiOperation['responses']): boolean {
    return responses['200']?.content?.[JSON_LINES] !== undefined;
  }

  /** Each JSON line must match the description, unless the call selected fields; the last line proves completeness. */
  private exportFaults(operationId: string, responses: OpenApiOperation['responses'], call: Call, { headers, body }: Received): string[] {
    const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
    if (responses['200']?.content?.[mediaType] === undefined) return [`${mediaType} is not described`];
    if (mediaType !== JSON_LINES) return [];
    const lines = body as { exportComplete?: boolean; rows?: string }[];
    const end = lines.at(-1);
    if (end?.exportComplete !== true || end.rows !== String(lines.length - 1)) return ['not complete'];
    if (asksForFields(call)) return [];
    const validate = this.validatorOf(operationId, responses['200'].content[JSON_LINES]?.schema ?? {});
    return lines.every((line) => validate(line))
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }

  private validatorOf(operationId: string, schema: object): ValidateFunction {
    let validate = this.successes.get(operationId);
    if (!validate) {
      validate = this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object);
      this.successes.set(operationId, validate);
    }
    return validate;
  }

  private successFaults(
    operationId: string,
    responses: OpenApiOperation['responses'],
    call: Call,
    { headers, text, body }: Received,
  ): string[] {
    if (headers.get('content-type') !== 'application/json; charset=utf-8') return ['not JSON in UTF-8'];
    if (!headers.has('content-encoding') && !text.isWellFormed()) return ['unpaired surrogate'];
    if (asksForFields(call)) return [];
    const validate = this.validatorOf(operationId, responses['200']?.content?.['application/json']?.schema ?? {});
    return validate(body) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }
}

/** The document describes rows with all fields. */
function asksForFields({ path, body = '' }: Call): boolean {
  return /[?&]fields=/.test(path) || body.toString().includes('"fields"');
}

/** An error may quote its input. */
function quotedOnce(text: string, { path, body = '' }: Call): string {
  return INNER_WORDS.test(`${path} ${body.toString()}`) ? '' : text;
}
