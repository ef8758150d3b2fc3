import { inputSchema, outputSchema } from './tool-schemas';

const COMPONENTS = {
  UpdateThingBody: {
    type: 'object',
    properties: { name: { type: 'string', example: 'Thing' }, parent: { $ref: '#/components/schemas/Thing' } },
    required: ['name'],
    additionalProperties: false,
  },
  Thing: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      example: { type: 'string', example: 'x' },
      parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
  },
  Nothing: { type: 'object' },
};

const answering = (name: string) => ({
  responses: { '200': { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } } },
});

describe('inputSchema', () => {
  it('puts path, query and body into one object, and leaves headers out', () => {
    const schema = inputSchema(
      {
        ...answering('Thing'),
        parameters: [
          { $ref: '#/components/parameters/RequestId' },
          { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 64 }, description: 'Its id.', example: 'a' },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
          { name: 'If-Match', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/UpdateThingBody' } } } },
      },
      COMPONENTS,
    );
    expect(schema).toMatchObject({
      type: 'object',
      properties: {
        id: { type: 'string', maxLength: 64, description: 'Its id.', examples: ['a'] },
        limit: { type: 'integer' },
        name: { type: 'string', examples: ['Thing'] },
        parent: { $ref: '#/$defs/Thing' },
      },
      required: ['id', 'name'],
      additionalProperties: false,
    });
    expect(Object.keys(schema.properties)).toEqual(['id', 'limit', 'name', 'parent']);
  });

  it('is an empty object for an operation without input', () => {
    expect(inputSchema(answering('Thing'), COMPONENTS)).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });
});

describe('outputSchema', () => {
  it('includes referenced components, a recursive one once, and keeps a field called example', () => {
    const { $defs, ...root } = outputSchema(answering('Thing'), COMPONENTS);
    expect(root.properties.parts).toEqual({ type: 'array', items: { $ref: '#/$defs/Thing' } });
    expect(root.properties.example).toEqual({ type: 'string', examples: ['x'] });
    expect($defs).toEqual({ Thing: { type: 'object', properties: root.properties } });
  });

  it('has properties even when they are empty', () => {
    expect(outputSchema(answering('Nothing'), COMPONENTS)).toEqual({ type: 'object', properties: {} });
  });

  it('refuses a reference to a missing component', () => {
    expect(() => outputSchema(answering('Missing'), COMPONENTS)).toThrow('does not exist');
    expect(() => outputSchema({ responses: {} }, COMPONENTS)).toThrow('no JSON response 200');
  });
});
