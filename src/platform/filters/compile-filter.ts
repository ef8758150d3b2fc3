import { SqlParams } from '#platform/database/sql-params';
import { foldsCase, type FieldCatalogue, type FilterField } from './field-catalogue';
import type { Condition, FilterNode, FilterRule, Relation, Scalar } from './filter-tree';

export interface CompiledFilter {
  /** Safe beside other conditions; TRUE when there is nothing to filter by. */
  sql: string;
  params: (Scalar | Scalar[])[];
}

/**
 * Writes a filter as SQL; whatever the caller sent travels as parameters, from `$firstPlaceholder` on.
 *
 * A plain rule is NULL on a row where its field is unset. WHERE, AND and OR take that as false, and the rule keeps the form
 * that indexes serve. Every negation is IS NOT TRUE or NOT EXISTS, so it holds on exactly the rows the plain form leaves out.
 */
export function compileFilter(filter: FilterNode, catalogue: FieldCatalogue, firstPlaceholder = 1): CompiledFilter {
  const compiler = new FilterCompiler(catalogue, firstPlaceholder);
  return { sql: compiler.node(filter), params: compiler.params.values };
}

/** The conditions of a rule on one column that holds values of its field, such as a kept value. Adds what it needs to the parameters. */
export function compileConditions(column: string, conditions: Condition[], field: FilterField, params: SqlParams): string {
  return new ConditionWriter(params).element(column, conditions, field);
}

/** The same text for the same filter, in whatever order its members were sent. A live range stays live: no clock is read. */
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
    // NOT straight before EXISTS is what the planner turns into an anti-join.
    if (field.exists) return `${negated ? 'NOT ' : ''}${field.exists((column) => this.writer.element(column, conditions, field))}`;
    if (field.array) return negatedIf(negated, this.array(field.column, conditions, field));
    if (negated && conditions[0]?.operator === 'set') return `${field.column} IS NULL`;
    return negatedIf(negated, this.writer.element(field.column, conditions, field));
  }

  private array(column: string, conditions: Condition[], field: FilterField): string {
    const [first] = conditions;
    if (first?.operator === 'set') return `cardinality(${column}) > 0`;
    // Cheaper than unnesting, where elements can be compared as they are.
    if (comparable(column, field) === column) {
      if (first?.operator === '=') return `${this.writer.operand(first, field)} = ANY(${column})`;
      if (first?.operator === 'in') return `${column} && ${this.writer.operands(first.values, field)}`;
    }
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

  // The database folds the case of both sides: no other lower() agrees with its own on every letter (İ, Σ) and in every locale.
  operand({ operator, value }: { operator: Relation; value: Scalar }, field: FilterField): string {
    const placeholder = this.params.add(value, sqlType(field));
    return foldsCase(field) && !(operator === '=' && isNormalized(field)) ? `lower(${placeholder})` : placeholder;
  }

  operands(values: Scalar[], field: FilterField): string {
    const placeholder = this.params.add(values, `${sqlType(field)}[]`);
    return foldsCase(field) && !isNormalized(field) ? `ARRAY(SELECT lower(word) FROM unnest(${placeholder}) AS word)` : placeholder;
  }
}

/** The column in the form its operands have. */
function comparable(column: string, field: FilterField): string {
  return foldsCase(field) && !(field.type === 'text' && field.stored === 'lower') ? `lower(${column})` : column;
}

/** Whole values of the field are in the stored form already: compared as they are, they keep the plans of a plain column. */
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
