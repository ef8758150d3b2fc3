/** The parts of the OpenAPI document that these specs read. */
export interface Document {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, { properties?: object; required?: string[] }> };
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  example?: string | number | boolean;
}

export interface DescribedOperation {
  operationId: string;
  description?: string;
  responses: Record<'200', { content: Record<string, { schema: { $ref?: string }; example?: object }> }>;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: { 'application/json': { schema: { $ref?: string }; example?: Record<string, unknown> } } };
}

/** A call of the service. */
export interface Shown {
  address: string;
  body?: string;
}

/** A call with the example values of the document, and nothing else. */
export function asShown(path: string, { parameters, requestBody }: DescribedOperation): Shown {
  const query = new URLSearchParams();
  for (const { name, in: place, example } of ownParameters(parameters))
    // With selected fields, the answer would not be an example of a whole row.
    if (place === 'query' && example !== undefined && name !== 'fields') query.append(name, String(example));
  const address = filled(path, parameters);
  const body = requestBody?.content['application/json'].example;
  return { address: query.size > 0 ? `${address}?${query.toString()}` : address, ...(requestBody && { body: JSON.stringify(body) }) };
}

/** The same call without filters: only required input, and the largest pages. */
export function unfiltered(path: string, operation: DescribedOperation, { components }: Document, cursor: string | undefined): Shown {
  const { parameters, requestBody } = operation;
  const page = { limit: 200, ...(cursor !== undefined && { cursor }) };
  const address = filled(path, parameters);
  if (!requestBody) {
    const needed = ownParameters(parameters).filter(({ in: place, required }) => place === 'query' && required);
    const query = [
      ...needed.map(({ name, example }) => [name, String(example)]),
      ...Object.entries(page).map(([name, value]) => [name, String(value)]),
    ];
    return { address: `${address}?${new URLSearchParams(query as [string, string][]).toString()}` };
  }
  const { schema, example = {} } = requestBody.content['application/json'];
  const { properties = {}, required = [] } = resolved(components, schema);
  const needed = Object.entries(example).filter(([name]) => required.includes(name));
  const everything = 'mode' in properties && operation.operationId.startsWith('GetObservation') ? { mode: 'OBSERVATION_MODE_ALL' } : {};
  return { address, body: JSON.stringify({ ...Object.fromEntries(needed), ...everything, ...page }) };
}

/** Whether its answer is one of several pages. */
export function isPaged({ responses }: DescribedOperation, { components }: Document): boolean {
  const schema = responses['200'].content['application/json']?.schema;
  return schema !== undefined && 'nextCursor' in (resolved(components, schema).properties ?? {});
}

function resolved(components: Document['components'], { $ref = '' }: { $ref?: string }): { properties?: object; required?: string[] } {
  return components.schemas[$ref.replace(/^.*\//, '')] ?? {};
}

function filled(path: string, parameters: DescribedOperation['parameters']): string {
  return ownParameters(parameters)
    .filter(({ in: place }) => place === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))), path);
}

function ownParameters(parameters: DescribedOperation['parameters']): Parameter[] {
  return parameters.filter((parameter): parameter is Parameter => 'name' in parameter);
}
