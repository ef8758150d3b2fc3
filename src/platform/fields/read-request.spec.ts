import 'reflect-metadata';
import { InvalidArgument } from '#platform/errors/api-error';
import { enumeration } from './enumeration';
import { Int32, Members, NestedList, Text, TextList } from './fields';
import { readRequest } from './read-request';

const LEVEL = enumeration('Level', 'LEVEL', ['LOW', 'HIGH']);

class Person {
  @Text({ max: 20, pattern: /^\S+@\S+$/, format: 'email' }) email!: string;
}

class Sample {
  @Text({ max: 5 }) name!: string;
  @Int32({ max: 9, optional: true }) digit?: number;
  @TextList({ max: 3, maxItems: 3, optional: true }) words?: string[];
  @Members(LEVEL, { optional: true }) levels?: string[];
  @NestedList(() => Person, { maxItems: 2, optional: true }) people?: Person[];
}

/** The violations of a request, one line each. */
function faults(raw: unknown): string[] {
  try {
    readRequest(Sample, raw);
    return [];
  } catch (error) {
    return ((error as InvalidArgument).extras.violations ?? []).map(({ field, description }) => `${field} ${description}`);
  }
}

describe('readRequest', () => {
  it('accepts a valid request', () => {
    expect(faults({ name: 'x', digit: 1, words: ['a'], levels: ['LEVEL_LOW'], people: [{ email: 'a@b' }] })).toEqual([]);
  });

  it('reports every invalid field, unknown names and wrong values together', () => {
    expect(faults({ nmae: 'x', digit: 10 })).toEqual([
      'nmae is not a field of this request; did you mean name?',
      'name is required',
      'digit must not be greater than 9',
    ]);
  });

  it('drops UNSPECIFIED members of a list, and a list without others', () => {
    const levels = (...given: string[]) => readRequest(Sample, { name: 'x', levels: given }).levels;
    expect(levels('LEVEL_UNSPECIFIED', 'LEVEL_HIGH')).toEqual(['LEVEL_HIGH']);
    expect(levels('LEVEL_UNSPECIFIED')).toBeUndefined();
    expect(levels('high', 'Level_Low', 'unspecified')).toEqual(['LEVEL_HIGH', 'LEVEL_LOW']);
    expect(levels()).toEqual([]);
    expect(faults({ name: 'x', levels: ['LEVEL_UNSPECIFIED', 'HIGHER'] })).toContain(
      'levels[1] must be one of the following values: LEVEL_LOW, LEVEL_HIGH',
    );
  });

  it('reports the invalid items of a list, not the list', () => {
    expect(faults({ name: 'x', words: ['ok', 'long', 5, '\u0000'] })).toEqual(['words must contain no more than 3 elements']);
    expect(faults({ name: 'x', words: ['ok', 'long'], levels: ['HIGHER', null] })).toEqual([
      'words[1] must be shorter than or equal to 3 characters',
      'levels[0] must be one of the following values: LEVEL_LOW, LEVEL_HIGH',
      'levels[1] must be one of the following values: LEVEL_LOW, LEVEL_HIGH',
    ]);
    expect(faults({ name: 'x', words: ['🧭🧭🧭', 'long'] })).toEqual(['words[1] must be shorter than or equal to 3 characters']);
    expect(faults({ name: 'x', words: ['\u0000'] })).toEqual(['words[0] must not contain NUL characters or lone surrogates']);
    expect(faults({ name: 'x', words: 'word' })).toEqual(['words must be an array']);
  });

  it('validates nested objects, and reports one violation for what is not an object', () => {
    expect(faults({ name: 'x', people: [{ email: 'nobody' }, 'x'] })).toEqual([
      'people[1] must be an object',
      'people[0].email must be a valid email',
    ]);
    expect(faults({ name: 'x', people: [{}] })).toEqual(['people[0].email is required']);
    expect(faults([])).toEqual(['body must be an object']);
  });
});
