import type { FieldCatalogue } from '#platform/filters/field-catalogue';
import { catalogueOf } from '#platform/filters/filter.dto';
import type { Class } from '#platform/fields/field-definition';
import { rowFieldsOf } from '#platform/paging/row-fields';
import { filterExamples } from './filter-help';
import { filterTopic, listOf } from './reference-topics';
import { firstSentence } from './sentences';
import type { ObjectSchema, Schema } from './tool-schemas';

/** A type that is longer than this is shown by one tool, and the others refer to it. */
const MAX_REPEATED = 100;

/**
 * The inputs of tools for the list of tools, which an agent holds in its context: names, types and members with one sentence each, objects
 * in one line, and a type shared by several tools only in the first of them. Limits are left out: a call that exceeds one is refused with
 * the reason. The reference has the full schemas.
 */
export class BriefInputs {
  private readonly shownBy = new Map<string, string>();

  of(tool: string, { $defs = {}, ...schema }: ObjectSchema, request: Class): ObjectSchema {
    const types = new TypeTexts(tool, $defs as Record<string, Schema>, this.shownBy);
    const properties = Object.entries(schema.properties)
      .filter(([name]) => name !== 'offset' || !('cursor' in schema.properties))
      .map(([name, property]): [string, Schema] => {
        const brief = common(name, tool, request) ?? types.property(property);
        const isShown = schema.required?.includes(name) && brief.type === 'string' && !('pattern' in brief) && !isId(property);
        return [name, isShown && property.examples !== undefined ? { ...brief, examples: property.examples } : brief];
      });
    const { required } = schema;
    return { type: 'object', properties: Object.fromEntries(properties), ...(required !== undefined && { required }) };
  }
}

/** Writes types in a line of text, such as `{query?: text, statuses?: FOURTH_PARTY_STATUS_(NEW|ACTIVE)[]}`. */
class TypeTexts {
  constructor(
    private readonly tool: string,
    private readonly definitions: Record<string, Schema>,
    private readonly shownBy: Map<string, string>,
  ) {}

  /** The schema of an argument. */
  property(schema: Schema): Schema {
    const { description, format, items, enum: words, ...resolved } = this.resolved(schema);
    const type = orNull(schema, resolved.type);
    const said = typeof description === 'string' ? [firstSentence(description)] : [];
    const describe = (...lines: string[]) => (lines.length === 0 ? {} : { description: lines.join(' ') });
    if (words !== undefined) {
      const text = this.text(schema);
      return isPointer(text) ? { type, ...describe(text, ...said) } : { ...members(words as string[], type), ...describe(...said) };
    }
    if (isOf(type, 'object')) return { type, ...describe(this.text(schema), ...said) };
    if (isOf(type, 'array')) {
      const item = this.resolved(items as Schema);
      if (isOf(item.type, 'object')) return { type, items: { type: 'object' }, ...describe(this.text(items as Schema), ...said) };
      return { type, items: this.scalar(items as Schema), ...describe(...said) };
    }
    return { type, ...(format === 'date-time' && { format }), ...describe(...said) };
  }

  private scalar(schema: Schema): Schema {
    const { type, enum: words } = this.resolved(schema);
    if (words === undefined) return { type };
    const text = this.text(schema);
    return isPointer(text) ? { type: 'string', description: text } : members(words as string[]);
  }

  private text(schema: Schema): string {
    const name = nameOf(schema);
    if (name === undefined) return this.spelled(schema);
    const by = this.shownBy.get(name);
    if (by !== undefined) return by === this.tool ? `${name} above.` : `${name} of ${by}.`;
    this.shownBy.set(name, this.tool);
    const text = this.spelled(this.resolved(schema));
    if (text.length <= MAX_REPEATED) this.shownBy.delete(name);
    return text;
  }

  private spelled({ type, format, enum: words, items, properties, required = [] }: Schema): string {
    if (words !== undefined) return spell(words as string[]);
    if (isOf(type, 'array')) return `${this.text(items as Schema)}[]`;
    if (properties !== undefined) {
      const members = Object.entries(properties as Record<string, Schema>).map(
        ([name, inner]) => `${name}${(required as string[]).includes(name) ? '' : '?'}: ${this.text(inner)}`,
      );
      return `{${members.join(', ')}}`;
    }
    if (format === 'date-time') return 'time';
    const [kind] = [type].flat();
    return kind === 'string' ? 'text' : String(kind);
  }

  /** Follows a reference, or takes the non-null side of "or null". */
  private resolved(schema: Schema): Schema {
    const name = nameOf(schema);
    if (name === undefined) return schema;
    const { description: _, ...definition } = this.definitions[name] ?? {};
    return { ...definition, ...(schema.description !== undefined && { description: schema.description }) };
  }
}

function nameOf({ $ref, anyOf, allOf, oneOf }: Schema): string | undefined {
  const referring = [{ $ref }, ...([anyOf, allOf, oneOf].flat() as (Schema | undefined)[])].find((each) => typeof each?.$ref === 'string');
  return referring && String(referring.$ref).slice('#/$defs/'.length);
}

/** The type of an argument that null clears. */
function orNull({ anyOf, oneOf }: Schema, type: unknown): unknown {
  const isNullable = ([anyOf, oneOf].flat() as (Schema | undefined)[]).some((each) => each?.type === 'null');
  return isNullable ? [type, 'null'] : type;
}

/** Whether a text refers to another one. */
function isPointer(text: string): boolean {
  return text.endsWith('.');
}

function isOf(type: unknown, kind: string): boolean {
  return [type].flat().includes(kind);
}

function isId({ examples }: Schema): boolean {
  return /[0-9a-f]{4}-[0-9a-f]{12}/.test(JSON.stringify(examples ?? ''));
}

/** Members with a common prefix as a pattern. UNSPECIFIED is left out: it means that the argument is absent. */
function members(words: readonly string[], type: unknown = 'string'): Schema {
  const spelled = spell(words);
  return spelled.includes('(') ? { type, pattern: `^${spelled}$` } : { enum: words };
}

/** `RISK_LEVEL_(LOW|HIGH)` */
function spell(words: readonly string[]): string {
  const prefix = /^(\w+_)UNSPECIFIED$/.exec(words[0] ?? '')?.[1];
  if (prefix === undefined) return words.join('|');
  return `${prefix}(${words
    .slice(1)
    .map((word) => word.slice(prefix.length))
    .join('|')})`;
}

/** Arguments that mean the same in every list. */
function common(name: string, tool: string, request: Class): Schema | undefined {
  if (name === 'limit' || name === 'offset') return { type: 'integer' };
  if (name === 'cursor') return { type: 'string' };
  if (name === 'filters') return filters(tool, request);
  return name === 'fields' ? fields(request) : undefined;
}

/** The reference explains the filter language once; the list of the resource names its fields. */
function filters(tool: string, request: Class): Schema | undefined {
  const catalogue = catalogueOf(request);
  if (!catalogue) return undefined;
  const [[example]] = filterExamples(catalogue);
  const shown = `Must all hold. ${fieldNames(catalogue)} Example: ${JSON.stringify([example])}.`;
  const list = listOf(catalogue);
  const description =
    tool === list ? `${shown} Syntax: GetReference ${filterTopic(catalogue)}.` : catalogue.limits.rulesOnly ? shown : `As in ${list}.`;
  return { type: 'array', items: { type: 'object' }, description };
}

/** `Fields: VENDORS_FIELD_(SCORE|TAG).` */
function fieldNames({ fields }: FieldCatalogue): string {
  const names = Object.keys(fields);
  const prefix = /^[A-Z]+_FIELD_/.exec(names[0] ?? '')?.[0] ?? '';
  return `Fields: ${prefix}(${names.map((name) => name.slice(prefix.length)).join('|')}).`;
}

function fields(request: Class): Schema | undefined {
  const rowFields = rowFieldsOf(request);
  if (!rowFields) return undefined;
  const { names, brief } = rowFields;
  const more = names.filter((name) => !brief.includes(name));
  return { type: 'array', items: { type: 'string' }, description: `Default: ${brief.join()}. More: ${more.join()}` };
}
