import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '#platform/config/project-root';
import { generatedTypes, generatedZod } from './generated-code';

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

describe('code from stock generators for openapi.json', () => {
  const types = generatedTypes();
  const zod = generatedZod();

  it('compiles under --strict, and rejects calls that the service would refuse', () => {
    const uses = join(dirname(types), 'uses.ts');
    writeFileSync(uses, USES);
    // With what the compiler noted the last time: it looks again at what has changed since.
    const program = ts.createIncrementalProgram({
      rootNames: [types, zod, uses],
      options: {
        strict: true,
        noEmit: true,
        incremental: true,
        tsBuildInfoFile: join(dirname(types), 'uses.tsbuildinfo'),
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        types: [],
      },
    });
    const found = [...program.getOptionsDiagnostics(), ...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
    program.emit();
    const faults = found.map(({ file, start, messageText }) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${file?.fileName.slice(projectRoot().length) ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
    expect(faults).toEqual([]);
  });

  it('has no names with numbers added by a generator', () => {
    const text = readFileSync(types, 'utf8') + readFileSync(zod, 'utf8');
    expect(text.match(/\b\w+(?:Request|Response|Result|Status|Body)\d+\b/g)).toBeNull();
  });

  it('has no schema name that generators use for parts of an operation', () => {
    const document = JSON.parse(readFileSync(join(projectRoot(), 'openapi.json'), 'utf8')) as {
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
