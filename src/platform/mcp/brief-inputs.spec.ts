import { Int32, Member, Text } from '#platform/fields/fields';
import { enumeration } from '#platform/fields/enumeration';
import { FieldNames } from '#platform/paging/row-fields';
import { BriefInputs } from './brief-inputs';
import type { ObjectSchema } from './tool-schemas';

class Thing {
  @Text({ max: 10 }) id!: string;
  @Text({ max: 10 }) name!: string;
  @Int32() size!: number;
}

class GetThingsRequest {
  @FieldNames(Thing, ['id'], ['name']) fields?: string[];
  @Member(enumeration('Size', 'SIZE', ['SMALL', 'LARGE']), { optional: true }) size?: string;
}

const LONG = ['COLOUR_UNSPECIFIED', ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')].map((letter) =>
  letter.length > 1 ? letter : `COLOUR_${letter}${letter}${letter}`,
);
const INPUT: ObjectSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 5, description: 'Its name. Trimmed.', examples: ['Bolt'] },
    size: { $ref: '#/$defs/Size', description: 'How large.' },
    colour: { $ref: '#/$defs/Colour' },
    range: { $ref: '#/$defs/Range' },
    tags: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 9 } },
    limit: { type: 'integer', format: 'int32', minimum: 0 },
    offset: { type: 'integer' },
    cursor: { type: 'string', maxLength: 4096 },
    fields: { type: 'array', items: { type: 'string', enum: ['id', 'name', 'size', '*'] } },
  },
  required: ['name'],
  additionalProperties: false,
  $defs: {
    Size: { type: 'string', enum: ['SIZE_UNSPECIFIED', 'SIZE_SMALL', 'SIZE_LARGE'] },
    Colour: { type: 'string', enum: LONG },
    Range: {
      type: 'object',
      properties: { from: { type: 'string', format: 'date-time' }, sizes: { type: 'array', items: { $ref: '#/$defs/Size' } } },
      required: ['from'],
    },
  },
};

describe('BriefInputs', () => {
  const inputs = new BriefInputs();
  const first = inputs.of('GetThings', INPUT, GetThingsRequest);

  it('keeps names, types and the first sentence, without limits and the paging that cursor replaces', () => {
    expect(first).toMatchObject({ type: 'object', required: ['name'] });
    expect(first.properties.name).toEqual({ type: 'string', description: 'Its name.', examples: ['Bolt'] });
    expect(first.properties.tags).toEqual({ type: 'array', items: { type: 'string' } });
    expect(first.properties.limit).toEqual({ type: 'integer' });
    expect(first.properties).not.toHaveProperty('offset');
  });

  it('writes members as a pattern, and objects in a line', () => {
    expect(first.properties.size).toEqual({ type: 'string', pattern: '^SIZE_(SMALL|LARGE)$', description: 'How large.' });
    expect(first.properties.range).toEqual({ type: 'object', description: '{from: time, sizes?: SIZE_(SMALL|LARGE)[]}' });
  });

  it('lists the default fields, then the others', () => {
    expect(first.properties.fields).toEqual({ type: 'array', items: { type: 'string' }, description: 'Default: id,name. More: size,*' });
  });

  it('shows a long type once, and refers to it from the next tool', () => {
    expect(first.properties.colour).toHaveProperty('pattern');
    const second = inputs.of('GetOtherThings', INPUT, GetThingsRequest);
    expect(second.properties.colour).toEqual({ type: 'string', description: 'Colour of GetThings.' });
    expect(second.properties.size).toHaveProperty('pattern');
  });
});
