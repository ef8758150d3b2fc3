import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  maxLength,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import type { Enumeration } from './enumeration';
import { isLine, isWellFormed, listOf, memberOf, nested, plainNumber, plainText } from './field-checks';
import { remember, type Check, type Class, type FieldDefinition } from './field-definition';
import { FileText } from '#platform/http/file-text';
import { DEFAULT_BODY_LIMIT } from '#platform/http/json-body';
import { toDeadline, toUtc } from '#platform/time/rfc3339';
import { isUuid, UUID } from './uuid';

export interface Common {
  description?: string;
  example?: unknown;
  /** May be omitted; `null` counts as omitted. */
  optional?: boolean;
  /** `null` is a value of its own: it clears the field. Implies optional. */
  nullable?: boolean;
}

export const INT32_MAX = 2_147_483_647;
const INT64 = /^-?\d{1,19}$/;
const UNSIGNED = /^\d{1,19}$/;

/** Declares a field once: for readRequest, for class-validator and for the OpenAPI document. */
function field(
  spec: Partial<FieldDefinition> & Pick<FieldDefinition, 'kind' | 'accepts'>,
  { description, example, optional, nullable }: Common,
  docs: ApiPropertyOptions,
  rules: PropertyDecorator[],
): PropertyDecorator {
  const free = (optional ?? false) || (nullable ?? false);
  const property = {
    ...docs,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(nullable && { nullable: true }),
    required: !free,
  } as ApiPropertyOptions;
  const remembered = { list: false, trim: false, nullable: nullable ?? false, required: !free, ...spec };
  return applyDecorators(remember(remembered), ApiProperty(property), ...(free ? [IsOptional()] : []), ...rules);
}

interface ListOptions extends Common {
  maxItems: number;
  minItems?: number;
}

/** Declares a list. `check` is for each of its items. */
function listField(
  spec: Partial<FieldDefinition> & Pick<FieldDefinition, 'kind'>,
  check: Check,
  { maxItems, minItems, ...common }: ListOptions,
  docs: ApiPropertyOptions,
  rules: PropertyDecorator[] = [],
  whole: Check = () => true,
): PropertyDecorator {
  const isList = listOf(check, minItems ?? 0, maxItems);
  const accepts: Check = (value) => isList(value) && whole(value);
  const limited = { ...docs, maxItems, ...(minItems && { minItems }) } as ApiPropertyOptions;
  const size = [IsArray(), ArrayMaxSize(maxItems), ...(minItems ? [ArrayMinSize(minItems)] : [])];
  return field({ list: true, maxItems, ...spec, accepts }, common, limited, [...size, ...rules]);
}

/** A rule of class-validator. The message continues the name of the field. */
function rule(name: string, message: string, validate: Check, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name, validator: { validate, defaultMessage: (args) => `${args?.property} ${message}` } }, options);
}

/** As other languages write it: only in a literal of JavaScript needs a slash an escape. */
function sourceOf(pattern: RegExp): string {
  return pattern.source.replaceAll('\\/', '/');
}

const WELL_FORMED = 'must not contain NUL characters or lone surrogates';

function WellFormed(options?: ValidationOptions): PropertyDecorator {
  return rule('wellFormed', WELL_FORMED, (value) => typeof value !== 'string' || isWellFormed(value), options);
}

export interface TextOptions extends Common {
  max: number;
  min?: number;
  /** Trims white space before validation. */
  trim?: boolean;
  pattern?: RegExp;
  format?: string;
  /** The handler validates the characters and reports its own error reason, as for domains. */
  anyCharacters?: boolean;
  /** A name, which is shown in one line: without control characters. */
  line?: boolean;
}

export function Text({ max, min, trim, pattern, format, anyCharacters, line, ...common }: TextOptions): PropertyDecorator {
  const needsContent = !common.optional && !common.nullable && min !== 0;
  const docs = {
    type: String,
    maxLength: max,
    ...(needsContent && { minLength: min ?? 1 }),
    ...(pattern && { pattern: sourceOf(pattern) }),
    ...(format && { format }),
  };
  const accepts = plainText(min ?? (needsContent ? 1 : 0), max, { pattern, line });
  return field({ kind: 'text', trim: trim ?? false, accepts }, common, docs, [
    IsString(),
    ...(needsContent ? [IsNotEmpty()] : []),
    ...(min ? [MinLength(min)] : []),
    MaxLength(max),
    ...(pattern
      ? [
          Matches(pattern, {
            message: `$property must be ${format ? `a valid ${format === 'uri' ? 'URL' : format}` : `like ${sourceOf(pattern)}`}`,
          }),
        ]
      : []),
    ...(anyCharacters ? [] : [WellFormed()]),
    ...(line ? [rule('line', 'must not contain control characters', (value) => typeof value !== 'string' || isLine(value))] : []),
  ]);
}

/** A text that is a whole file, for a handler that does not need it in memory as text. */
export function File({ min = 1, max, ...common }: Common & { min?: 0 | 1; max: number }): PropertyDecorator {
  const fileRule = (name: string, message: string, holds: (file: FileText) => boolean) =>
    rule(name, message, (value) => value instanceof FileText && holds(value));
  const accepts: Check = (value) => value instanceof FileText && value.length >= min && value.length <= max && value.isWellFormed;
  return field({ kind: 'file', accepts }, common, { type: String, maxLength: max, ...(min > 0 && { minLength: min }) }, [
    fileRule('isString', 'must be a string', () => true),
    fileRule('isNotEmpty', 'should not be empty', ({ length }) => length >= min),
    fileRule('maxLength', `must be shorter than or equal to ${max} characters`, ({ length }) => length <= max),
    fileRule('wellFormed', WELL_FORMED, ({ isWellFormed }) => isWellFormed),
  ]);
}

const MAX_DOMAIN_INPUT = 2048;

/** A domain as users write it; its handler parses it with readDomain, which refuses anything else as INVALID_DOMAIN. */
export function Domain({ trim, ...common }: Common & Pick<TextOptions, 'trim'>): PropertyDecorator {
  return Text({ ...common, trim, max: MAX_DOMAIN_INPUT, anyCharacters: true });
}

export function DomainList(options: ListOptions): PropertyDecorator {
  return TextList({ ...options, max: MAX_DOMAIN_INPUT, anyCharacters: true });
}

/** An id as a parameter. `of` says in the error which id is meant. */
export function Id({ of, ...common }: Common & { of: string }): PropertyDecorator {
  const accepts: Check = (value) => typeof value === 'string' && isUuid(value);
  return field({ kind: 'text', accepts }, common, { type: String, format: 'uuid', maxLength: 36 }, [
    Matches(UUID, { message: `$property must be ${of}` }),
  ]);
}

export function TextList({ max, anyCharacters, ...list }: ListOptions & { max: number; anyCharacters?: boolean }): PropertyDecorator {
  const docs = { type: 'array' as const, items: { type: 'string', maxLength: max } };
  const item: Check = (value) => typeof value === 'string' && maxLength(value, max) && (anyCharacters === true || isWellFormed(value));
  return listField({ kind: 'text', item }, plainText(0, max), list, docs, [
    IsString({ each: true }),
    MaxLength(max, { each: true }),
    ...(anyCharacters ? [] : [WellFormed({ each: true })]),
  ]);
}

export function Int32({ min = 0, max = INT32_MAX, ...common }: Common & { min?: number; max?: number } = {}): PropertyDecorator {
  const inRange = plainNumber(min, max);
  const accepts: Check = (value) => Number.isInteger(value) && inRange(value);
  return field({ kind: 'int', accepts }, common, { type: 'integer', format: 'int32', minimum: min, maximum: max }, [
    IsInt(),
    Min(min),
    Max(max),
  ]);
}

/** An int64, sent as text; a safe integer is accepted too. */
export function Int64({ min, ...common }: Common & { min?: bigint } = {}): PropertyDecorator {
  const inRange = (text: string) => {
    const number = BigInt(text);
    return number <= 9_223_372_036_854_775_807n && number >= (min ?? -9_223_372_036_854_775_808n);
  };
  const accepts: Check = (value) => typeof value === 'string' && INT64.test(value) && inRange(value);
  return field(
    { kind: 'int64', accepts },
    common,
    { type: String, format: 'int64', pattern: (min === undefined || min < 0n ? INT64 : UNSIGNED).source, maxLength: 20 },
    [
      Matches(INT64, { message: '$property must be an integer written as text' }),
      rule(
        'int64',
        `must be an int64${min === undefined ? '' : ` of at least ${min}`}`,
        (value) => typeof value !== 'string' || !INT64.test(value) || inRange(value),
      ),
    ],
  );
}

export function Num({ min, max, ...common }: Common & { min?: number; max?: number } = {}): PropertyDecorator {
  const docs = { type: Number, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  return field({ kind: 'number', accepts: plainNumber(min, max) }, common, docs, [
    IsNumber({ allowNaN: false, allowInfinity: false }),
    ...(min === undefined ? [] : [Min(min)]),
    ...(max === undefined ? [] : [Max(max)]),
  ]);
}

export function Bool(common: Common = {}): PropertyDecorator {
  return field({ kind: 'boolean', accepts: (value) => typeof value === 'boolean' }, common, { type: Boolean }, [IsBoolean()]);
}

/** An instant. Any RFC 3339 offset is accepted and converted to UTC with milliseconds. */
export function DateTime(common: Common = {}): PropertyDecorator {
  const accepts: Check = (value) => typeof value === 'string' && toUtc(value) !== undefined;
  return field({ kind: 'date', accepts }, common, { type: String, format: 'date-time', maxLength: 64 }, [
    rule('rfc3339', 'must be an RFC 3339 date-time', accepts),
  ]);
}

/** An instant, or a date for the end of that day (UTC). */
export function Deadline(common: Common = {}): PropertyDecorator {
  const accepts: Check = (value) => typeof value === 'string' && toDeadline(value) !== undefined;
  const docs = { type: String, maxLength: 64 };
  const description = ['An RFC 3339 date-time, or a date for the end of that day (UTC).', common.description].filter(Boolean).join(' ');
  return field({ kind: 'date', isDeadline: true, accepts }, { ...common, description }, docs, [
    rule('rfc3339', 'must be an RFC 3339 date-time or a date', accepts),
  ]);
}

/** A member of a published enumeration, by its full or short name in any case; its UNSPECIFIED member counts as omitted. */
export function Member(type: Enumeration, common: Common = {}): PropertyDecorator {
  const docs = { enum: [type.unspecified, ...type.members], enumName: type.name };
  return field({ kind: 'member', enumeration: type, unspecified: type.unspecified, accepts: memberOf(type) }, common, docs, [
    IsIn(type.members),
  ]);
}

export function Members(type: Enumeration, { maxItems = type.members.length, ...list }: Partial<ListOptions> = {}): PropertyDecorator {
  const docs = { enum: [type.unspecified, ...type.members], enumName: type.name, isArray: true };
  const item = memberOf(type);
  const rules = [IsIn(type.members, { each: true })];
  return listField({ kind: 'member', item, enumeration: type, unspecified: type.unspecified }, item, { maxItems, ...list }, docs, rules);
}

/** Swagger recognizes a lazy type by the function name `type`, which only a literal property gives it. */
function lazily(of: () => Class): () => new () => object {
  const { type } = { type: () => of() };
  return type;
}

/** One of a few plain words, such as a sort key; an empty text counts as omitted. */
export function Choice(words: readonly string[], common: Common = {}): PropertyDecorator {
  return field(
    { kind: 'member', unspecified: '', accepts: (value) => (words as readonly unknown[]).includes(value) },
    common,
    { type: String, enum: [...words] },
    [IsIn(words)],
  );
}

/** Some of a few plain words. */
export function Choices(words: readonly string[], common: Common = {}): PropertyDecorator {
  const item: Check = (value) => (words as readonly unknown[]).includes(value);
  const docs = { type: 'array' as const, items: { type: 'string', enum: [...words] } };
  return listField({ kind: 'member', item }, item, { maxItems: words.length, ...common }, docs, [IsIn(words, { each: true })]);
}

export function Nested(type: () => Class, common: Common = {}): PropertyDecorator {
  return field({ kind: 'object', type, accepts: nested(type) }, common, { type: lazily(type) }, [IsObject(), ValidateNested()]);
}

/** `atMostOne` is a flag that only one object of the list may have. */
export function NestedList(type: () => Class, { atMostOne, ...list }: ListOptions & { atMostOne?: string }): PropertyDecorator {
  const docs = { type: lazily(type), isArray: true };
  const isFine: Check = (value) => atMostOne === undefined || !Array.isArray(value) || flagged(value, atMostOne) <= 1;
  const whole = atMostOne === undefined ? [] : [rule('atMostOne', `must have at most one object whose ${atMostOne} is true`, isFine)];
  return listField({ kind: 'object', type }, nested(type), list, docs, [...whole, ValidateNested({ each: true })], isFine);
}

function flagged(list: readonly unknown[], flag: string): number {
  return list.filter((each) => (each as Record<string, unknown> | null)?.[flag] === true).length;
}

/** A list whose rows the handler validates one by one, so that an invalid row fails alone. An unknown field fails the call. */
export function Rows(type: () => Class, list: ListOptions): PropertyDecorator {
  return listField({ kind: 'json', list: false, type }, () => true, list, { type: lazily(type), isArray: true });
}

/** A list of texts that the handler validates one by one, their type included. */
export function RowTexts(list: ListOptions): PropertyDecorator {
  const docs = { type: 'array' as const, items: { type: 'string', maxLength: DEFAULT_BODY_LIMIT } };
  return listField({ kind: 'json', list: false }, () => true, list, docs);
}

/** JSON that the handler validates itself, such as filter expressions; `schema` is for OpenAPI. */
export function Json(schema: ApiPropertyOptions, common: Common = {}): PropertyDecorator {
  const isRequired = !common.optional && !common.nullable;
  return field({ kind: 'json', accepts: () => true }, common, schema, isRequired ? [IsDefined()] : []);
}
