import type { components, operations } from './generated/schema.ts';

export type Schemas = components['schemas'];
export type OperationName = keyof operations;

type Parameters<Name extends OperationName> = operations[Name]['parameters'];
type Part<Of, Key extends string> =
  Of extends Record<Key, infer Value> ? Value : Of extends Partial<Record<Key, infer Value>> ? Value : never;
type Given<Value> = [Value] extends [never] ? unknown : [Value] extends [undefined] ? unknown : NonNullable<Value>;
type Body<Name extends OperationName> = operations[Name] extends { requestBody: { content: { 'application/json': infer Value } } }
  ? Value
  : unknown;
type Content<Name extends OperationName> = operations[Name]['responses'][200]['content'];

/** The input of an operation, from path, query and body, in one object. */
export type Request<Name extends OperationName> = Given<Part<Parameters<Name>, 'path'>> &
  Given<Part<Parameters<Name>, 'query'>> &
  Body<Name>;

/** The body of a successful answer. */
export type Result<Name extends OperationName> = Content<Name> extends { 'application/json': infer Value } ? Value : never;

/** A row of a list. */
export type Row<Name extends OperationName, Rows extends string> = Result<Name> extends Record<Rows, (infer Item)[]> ? Item : never;

/** A row of an export; the last line is not a row. */
export type Line<Name extends OperationName, Type extends string> =
  Content<Name> extends Record<Type, infer Value> ? Exclude<Value, Schemas['ExportEnd']> : never;
