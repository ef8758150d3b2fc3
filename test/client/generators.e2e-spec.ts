import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '#platform/config/project-root';

const openapi = join(projectRoot(), 'openapi.json');

/** Code that uses generated types. Each line below @ts-expect-error must not compile. */
const USES = `
import type { components, operations } from './types.ts';

type Refusal = operations['CreateVendor']['responses'][409]['content']['application/json'];
type Token = operations['IssueToken']['responses'][200]['content']['application/json'];
type TokenFault = operations['IssueToken']['responses'][401]['content']['application/json'];
type Filter = components['schemas']['ObservationFilter'];

export function why(body: Refusal): string[] {
  return body.details.flatMap((detail) => {
    // @ts-expect-error only some details have it
    void detail.reason;
    if (detail['@type'] === 'type.googleapis.com/google.rpc.BadRequest') return detail.fieldViolations.map(({ field }) => field);
    if (detail['@type'] !== 'type.googleapis.com/google.rpc.ErrorInfo') return [];
    // @ts-expect-error a reason of another operation
    if (detail.reason === 'QUESTIONNAIRE_NOT_FOUND') return [];
    return detail.reason === 'MONITORING_SLOTS_EXHAUSTED' ? Object.values(detail.metadata) : [];
  });
}

export function header({ token_type, access_token }: Token): string {
  return \`\${token_type} \${access_token}\`;
}

export function isWrongSecret({ error }: TokenFault): boolean {
  // @ts-expect-error no such code
  if (error === 'invalid_secret') return true;
  return error === 'invalid_client';
}

export const filter: Filter = {
  rule: { field: { observationsField: 'OBSERVATIONS_FIELD_CVE' }, comparison: 'COMPARISON_EQUALS', value: { stringValue: 'CVE-2021-44228' } },
};
// @ts-expect-error a misspelt field
export const misspelt: Filter = { rule: { field: { observationsField: 'OBSERVATIONS_FIELD_CVES' }, comparison: 'COMPARISON_IS_SET' } };
`;

describe('code from a stock generator for openapi.json', () => {
  let folder: string;
  let types: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vendor-risk-types-'));
    types = join(folder, 'types.ts');
    const generator = join(projectRoot(), 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
    execFileSync(process.execPath, [generator, openapi, '-o', types], { stdio: 'pipe' });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('compiles under --strict, and rejects calls that the service would refuse', () => {
    const uses = join(folder, 'uses.ts');
    writeFileSync(uses, USES);
    const program = ts.createProgram([types, uses], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    const found = ts.getPreEmitDiagnostics(program);
    const faults = found.map(({ file, start, messageText }) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
    expect(faults).toEqual([]);
  });

  it('has no names with numbers added by a generator', () => {
    expect(readFileSync(types, 'utf8').match(/\b\w+(?:Request|Response|Result|Status|Body)\d+\b/g)).toBeNull();
  });

  it('has no schema name that generators use for parts of an operation', () => {
    const document = JSON.parse(readFileSync(openapi, 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, object> };
    };
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    const taken = new Set(
      operations.flatMap((name) => ['', 'Body', 'Data', 'Error', 'Errors', 'Params', 'Response', 'Responses'].map((end) => name + end)),
    );
    expect(Object.keys(document.components.schemas).filter((name) => taken.has(name))).toEqual([]);
  });
});
