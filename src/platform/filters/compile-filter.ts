import { SqlParams } from '#platform/database/sql-params';
import { foldsCase, type FieldCatalogue, type FilterField } from './field-catalogue';
import type { Condition, FilterNode, FilterRule, Relation, Scalar } from './filter-tree';

export interface CompiledFilter {
  /** Can be ANDed with other conditions as it is; TRUE without a filter. */
  sql: string;
  params: (Scalar | Scalar[])[];
}

/**
 * Compiles a filter to SQL. Everything the caller sent becomes parameters, from `$firstPlaceholder` on.
 *
 * A plain rule is NULL on a row whose field is unset. WHERE, AND and OR treat that as false, and the rule keeps a form that
 * indexes can serve. Every negation is IS NOT TRUE or NOT EXISTS, so it matches exactly the rows that the plain form does not
 * match.
 */
export function compileFilter(filter: FilterNode, catalogue: FieldCatalogue, firstPlaceholder = 1): CompiledFilter {
  const compiler = new FilterCompiler(catalogue, firstPlaceholder);
  return { sql: compiler.node(filter), params: compiler.params.values };
}

/** The conditions of a rule on one column that contains values of its field, such as a stored option value. Adds its parameters. */
export function compileConditions(column: string, conditions: Condition[], field: FilterField, params: SqlParams): string {
  return new ConditionWriter(params).element(column, conditions, field);
}

/** The same text for the same filter, whatever the order of its members. A live range stays `now`: no clock is read. */
export function fingerprintFilters(filter: FilterNode): string {
  return JSON.stringify(filter);
}

const RELATION: Record<Relation, (column: string, operand: string) => string> = {
  '=': (column, operand) => `${column} = ${operand}`,
  '<': (column, operand) => `${column} < ${operand}`,
  '<=': (column, operand) => `${column} <= ${operand}`,
  '>': (column, operand) => `${column} > ${operand}`,
  '>=': (column, operand) => `${column} >= ${operand}`,
  // No LIKE: its wildcards are ordinary characters here.
  contains: (column, operand) => `position(${operand} IN ${column}) > 0`,
  startsWith: (column, operand) => `starts_with(${column}, ${operand})`,
  endsWith: (column, operand) => `right(${column}, length(${operand})) = ${operand}`,
};

class FilterCompiler {
  readonly params: SqlParams<Scalar | Scalar[]>;
  private readonly writer: ConditionWriter;

  constructor(
    private readonly catalogue: FieldCatalogue,
    firstPlaceholder: number,
  ) {
    this.params = new SqlParams([], firstPlaceholder - 1);
    this.writer = new ConditionWriter(this.params);
  }

  node(node: FilterNode): string {
    if (node.kind === 'rule') return this.rule(node);
    const parts = node.nodes.map((child) => this.node(child));
    return negatedIf(node.negated, join(parts, node.operator));
  }

  private rule({ field: name, conditions, negated }: FilterRule): string {
    const field = this.catalogue.fields[name];
    if (!field) throw new Error(`The catalogue has no field ${name}.`);
    // The planner turns NOT EXISTS into an anti-join, but not (EXISTS …) IS NOT TRUE.
    if (field.exists) {
      const exists = field.exists((column) => this.writer.element(column, conditions, field));
      return negated ? `NOT ${exists}` : exists;
    }
    if (field.array) return negatedIf(negated, this.array(field.column, conditions, field));
    if (negated && conditions[0]?.operator === 'set') return `${field.column} IS NULL`;
    return negatedIf(negated, this.writer.element(field.column, conditions, field));
  }

  private array(column: string, conditions: Condition[], field: FilterField): string {
    const [first] = conditions;
    if (first?.operator === 'set') return `cardinality(${column}) > 0`;
    // Cheaper than unnesting when elements can be compared without conversion.
    if (comparable(column, field) === column) {
      if (first?.operator === '=') return `${this.writer.operand(first, field)} = ANY(${column})`;
      if (first?.operator === 'in') return `${column} && ${this.writer.operands(first.values, field)}`;
    }
    if (field.spellings) return `${column} && ${field.spellings((value) => this.writer.element(value, conditions, field))}`;
    return `EXISTS (SELECT 1 FROM unnest(${column}) AS element WHERE ${this.writer.element('element', conditions, field)})`;
  }
}

class ConditionWriter {
  constructor(private readonly params: Pick<SqlParams<Scalar | Scalar[]>, 'add'>) {}

  element(column: string, conditions: Condition[], field: FilterField): string {
    const parts = conditions.map((condition) => this.condition(column, condition, field));
    return join(parts, 'AND');
  }

  private condition(column: string, condition: Condition, field: FilterField): string {
    switch (condition.operator) {
      case 'set':
        return `${column} IS NOT NULL`;
      case 'in':
        return `${comparable(column, field)} = ANY(${this.operands(condition.values, field)})`;
      default:
        return RELATION[condition.operator](comparable(column, field), this.operand(condition, field));
    }
  }

  // PostgreSQL lower-cases both sides: JavaScript's toLowerCase differs from its lower() for some letters (İ, Σ) and locales.
  operand({ operator, value }: { operator: Relation; value: Scalar }, field: FilterField): string {
    const placeholder = this.params.add(value, sqlType(field));
    return foldsCase(field) && !(operator === '=' && isNormalized(field)) ? `lower(${placeholder})` : placeholder;
  }

  operands(values: Scalar[], field: FilterField): string {
    const placeholder = this.params.add(values, `${sqlType(field)}[]`);
    return foldsCase(field) && !isNormalized(field) ? `ARRAY(SELECT lower(word) FROM unnest(${placeholder}) AS word)` : placeholder;
  }
}

/** The column in the same form as its operands. */
function comparable(column: string, field: FilterField): string {
  return foldsCase(field) && !('stored' in field && field.stored === 'lower') ? `lower(${column})` : column;
}

/** Whole values of the field are already in the stored form. Compared without lower(), they can use the column's indexes. */
function isNormalized(field: FilterField): boolean {
  return field.type === 'text' && field.normalize !== undefined;
}

function sqlType(field: FilterField): string {
  switch (field.type) {
    case 'text':
      return 'text';
    case 'enum':
      return 'smallint';
    case 'keyword':
      return field.castTo ?? 'text';
    case 'number':
      return field.castTo ?? 'float8';
    case 'i64':
      return 'bigint';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'timestamptz';
  }
}

function join(parts: string[], operator: 'AND' | 'OR'): string {
  if (parts.length === 0) return 'TRUE';
  return parts.length > 1 ? `(${parts.join(` ${operator} `)})` : parts.join();
}

function negatedIf(negated: boolean, sql: string): string {
  return negated ? `(${sql}) IS NOT TRUE` : sql;
}
