// Writes client/src/generated from openapi.json. With --check it writes nothing and fails when a file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'client/src/generated');
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
delete document.webhooks; // calls to webhook receivers: the client makes none of them
const HEADER = '// Written by scripts/write-client.mjs from openapi.json: npm run openapi\n';
/** Where the tag does not name the things it is about. */
const NAMESPACES = { 'Automatic vendor detection': 'fourthParties', 'Audit log': 'auditEvents' };

const pascal = (text) => text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first) => first.toUpperCase());
const camel = (text) => text.charAt(0).toLowerCase() + text.slice(1);
const singular = (text) => (text.endsWith('ies') ? `${text.slice(0, -3)}y` : text.replace(/s$/, ''));
const resolve = (schema) => (schema?.$ref ? document.components.schemas[schema.$ref.replace(/^.*\//, '')] : schema);

const operations = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/public/'))
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => describe(path, method.toUpperCase(), operation)));

function describe(path, method, operation) {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const body = resolve(operation.requestBody?.content['application/json'].schema);
  const content = operation.responses['200'].content;
  const result = resolve(content['application/json']?.schema);
  const takes = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  const needs = [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])];
  const isStream = !('application/json' in content);
  const isPaged = !isStream && takes.includes('cursor') && 'nextCursor' in (result?.properties ?? {});
  const rows = isPaged ? rowsOf(operation.operationId, result) : undefined;
  return {
    name: operation.operationId,
    namespace: NAMESPACES[operation.tags[0]] ?? camel(pascal(operation.tags[0])),
    summary: operation.summary,
    description: operation.description,
    path,
    method,
    takesKey: (operation.parameters ?? []).some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
    isOptional: needs.length === 0,
    kind: isStream ? 'stream' : rows ? 'list' : 'call',
    mediaType: Object.keys(content)[0],
    rows,
  };
}

/**
 * The property of a page with its rows: the list that the operation is named after, or the only list of objects. A page with several lists
 * has none.
 */
function rowsOf(name, { properties }) {
  const lists = Object.keys(properties).filter((property) => properties[property].type === 'array');
  const named = lists.find((property) => pascal(property) === name.replace(/^Get/, ''));
  const [only, ...more] = lists.filter((property) => properties[property].items.$ref);
  return named ?? lists.find((property) => name.endsWith(pascal(property))) ?? (more.length === 0 ? only : undefined);
}

function fail(message) {
  throw new Error(message);
}

/** GetObservations of the namespace observations is `list`, GetObservationGroups `listGroups`, FlagObservations `flag`. */
function methodName({ name, namespace, kind }) {
  const plural = pascal(namespace);
  const [noun] = new RegExp(`${plural}|${singular(plural)}(?![a-z])`).exec(name) ?? [''];
  const rest = noun === '' ? name : name.replace(noun, '');
  if (!/^Get(?![a-z])/.test(rest)) return camel(rest);
  const isPlural = rest === 'Get' && noun === plural && noun !== singular(plural);
  return `${kind === 'list' || isPlural ? 'list' : 'get'}${rest.slice('Get'.length)}`;
}

const namespaces = new Map();
for (const operation of operations) {
  const methods = namespaces.get(operation.namespace) ?? new Map();
  const method = methodName(operation);
  if (methods.has(method)) fail(`${operation.name} and ${methods.get(method).name} are both ${operation.namespace}.${method}.`);
  namespaces.set(operation.namespace, methods.set(method, operation));
}

const sorted = [...namespaces].sort(([a], [b]) => (a < b ? -1 : 1));

function signature(method, { name, kind, rows, isOptional, mediaType }) {
  const parameters = `request${isOptional ? '?' : ''}: Request<'${name}'>, options?: CallOptions`;
  if (kind === 'stream') return `${method}(${parameters}): ExportStream<Line<'${name}', '${mediaType}'>>;`;
  if (kind === 'list') return `${method}(${parameters}): Paged<Row<'${name}', '${rows}'>, Result<'${name}'>>;`;
  return `${method}(${parameters}): Promise<Result<'${name}'>>;`;
}

function apiInterface() {
  const groups = sorted.map(([namespace, methods]) => {
    const lines = [...methods].map(([method, operation]) => {
      const about = `${operation.summary}. ${operation.description ?? ''}`.replaceAll('*/', '* /').trim();
      return `/** ${operation.name}: ${about} */\n${signature(method, operation)}`;
    });
    return `readonly ${namespace}: {\n${lines.join('\n')}\n};`;
  });
  return `${HEADER}
import type { CallOptions } from '../call-options.ts';
import type { ExportStream } from '../export-stream.ts';
import type { Paged } from '../paged.ts';
import type { Line, Request, Result, Row } from '../operation-types.ts';

/** Every operation of the service, by what it is about. */
export interface Api {
${groups.join('\n')}
}
`;
}

function operationTable() {
  const groups = sorted.map(([namespace, methods]) => {
    const rows = [...methods].map(([method, { name, method: verb, path, kind, rows, takesKey }]) => {
      const about = [name, verb, path.replace('/public/v1/', ''), kind, rows ?? '', takesKey];
      return `${method}: ${JSON.stringify(about)}`;
    });
    return `${namespace}: {\n${rows.join(',\n')}\n}`;
  });
  return `${HEADER}
import type { Described } from '../described.ts';

/** How each method of the client is called. */
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
${groups.join(',\n')}
};
`;
}

function reasons() {
  const all = Object.values(document.components.schemas).flatMap(({ properties }) =>
    properties?.['@type'] ? (properties.reason?.enum ?? []) : [],
  );
  const union = [...new Set(all)].sort().map((reason) => `  | '${reason}'`);
  return `${HEADER}
/** Every reason that an error of the service can have. */
export type Reason =
${union.join('\n')};
`;
}

/** The fields of each kind of filter: name, full name, type, prefix of the members of its enumeration. */
function filterFields() {
  const catalogues = Object.entries(document['x-filter-fields']).map(([filter, fields]) => {
    const prefix = /^[A-Z]+_FIELD_/.exec(Object.keys(fields)[0])[0];
    const form = Object.keys(document.components.schemas[`${filter}RuleField`].properties)[0];
    const rows = Object.entries(fields).map(([full, { type, comparisons, enumeration }]) => {
      const name = camel(pascal(full.slice(prefix.length).toLowerCase()));
      const isOrdered = type === 'enum' && comparisons.includes('COMPARISON_GREATER_THAN');
      const isOptional = comparisons.includes('COMPARISON_IS_SET');
      const members = enumeration && memberPrefix(document.components.schemas[enumeration].enum);
      return { name, full, type: isOrdered ? 'ordered' : type, enumeration, members, isOptional };
    });
    return { filter, form, prefix, rows };
  });
  const types = catalogues.map(({ filter, rows }) => {
    const lines = rows.map(({ name, type, enumeration, members, isOptional }) => {
      const values = enumeration ? `, Short<'${enumeration}', '${members}'>` : type === 'i64' ? ', number | bigint' : '';
      return `readonly ${name}: Fields<'${filter}'${values}>['${type}']${isOptional ? ` & Presence<'${filter}'>` : ''};`;
    });
    return `/** The fields of ${filter}. */\nexport interface ${filter}Fields {\n${lines.join('\n')}\n}`;
  });
  const tables = catalogues.map(({ filter, form, prefix, rows }) => {
    const entries = rows.map(
      ({ name, full, type, members }) => `${name}: ['${full.slice(prefix.length)}', '${type}'${members ? `, '${members}'` : ''}]`,
    );
    return `export const ${camel(filter)}Fields = fieldsOf<${filter}Fields>('${form}', '${prefix}', {\n${entries.join(',\n')}\n});`;
  });
  return `${HEADER}
import { fieldsOf } from '../filter-fields.ts';
import type { Fields, Presence, Short } from '../filter-types.ts';

${types.join('\n\n')}

${tables.join('\n')}
`;
}

/** The common prefix of an enumeration's members. */
function memberPrefix(members) {
  return members[0].replace(/UNSPECIFIED$/, '');
}

/** The types of requests and responses. Headers and errors are handled by the client itself. */
async function schemaTypes() {
  const trimmed = structuredClone(document);
  for (const path of Object.keys(trimmed.paths)) if (!path.startsWith('/public/')) delete trimmed.paths[path];
  for (const operation of Object.values(trimmed.paths).flatMap((item) => Object.values(item))) {
    operation.parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
    operation.responses = { 200: { description: '', content: operation.responses['200'].content } };
    for (const media of Object.values(operation.responses[200].content)) delete media.example;
    delete operation.description;
    delete operation.summary;
  }
  trimmed.components = { schemas: trimmed.components.schemas };
  const roots = new Set([
    'Status',
    ...Object.values(document['x-filter-fields']).flatMap((fields) =>
      Object.values(fields).flatMap(({ enumeration }) => enumeration ?? []),
    ),
  ]);
  for (let unused = ['']; unused.length > 0;) {
    const used = new Set([...JSON.stringify(trimmed).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    unused = Object.keys(trimmed.components.schemas).filter((name) => !used.has(name) && !roots.has(name));
    for (const name of unused) delete trimmed.components.schemas[name];
  }
  const types = await openapiTS(trimmed, { silent: true });
  return `${HEADER}${astToString(types)}`;
}

const files = {
  'api.ts': apiInterface(),
  'operations.ts': operationTable(),
  'reasons.ts': reasons(),
  'filter-fields.ts': filterFields(),
  'schema.ts': await schemaTypes(),
};
const settings = JSON.parse(readFileSync(join(root, '.prettierrc.json'), 'utf8'));
const stale = [];
for (const [name, text] of Object.entries(files)) {
  const path = join(folder, name);
  const written = name === 'schema.ts' ? text : await format(text, { ...settings, parser: 'typescript' });
  if (!process.argv.includes('--check')) writeFileSync(path, written);
  else if (readFileSync(path, 'utf8') !== written) stale.push(name);
}
if (stale.length > 0) {
  console.error(`Out of date with openapi.json: ${stale.join(', ')}. Run npm run openapi.`);
  process.exit(1);
}
