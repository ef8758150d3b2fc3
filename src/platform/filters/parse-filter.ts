import { ConditionReader, VALUE_FORMS } from './condition-reader';
import { comparisonsOf, FIELD_FORMS, type FieldCatalogue } from './field-catalogue';
import { COMPARISON, OPERATOR, type Comparison } from './filter-expression';
import type { FilterList, FilterNode, FilterRule } from './filter-tree';
import { Violations, type FilterViolation } from './violations';

type ParsedFilters = { filter: FilterList; violations?: undefined } | { filter?: undefined; violations: FilterViolation[] };

/** Validates the `filters` of a request against a catalogue; absent filters match every row. */
export function parseFilters(input: unknown, catalogue: FieldCatalogue): ParsedFilters {
  const violations = new Violations();
  const nodes = new FilterReader(catalogue, violations).filters(input ?? [], 'filters', 1);
  if (violations.found.length > 0) return { violations: violations.found };
  return { filter: { kind: 'list', operator: 'AND', negated: false, nodes } };
}

/** Parses as much as it can and collects every violation; the result is used only when there are none. */
class FilterReader {
  private rules = 0;

  constructor(
    private readonly catalogue: FieldCatalogue,
    private readonly violations: Violations,
  ) {}

  filters(input: unknown, path: string, depth: number): FilterNode[] {
    const nodes: FilterNode[] = [];
    if (!Array.isArray(input)) this.violations.add(path, 'must be an array of filters');
    else {
      for (const [index, entry] of input.entries()) {
        if (this.violations.enough) break;
        const node = this.filter(entry, `${path}[${index}]`, depth);
        if (node) nodes.push(node);
      }
    }
    return nodes;
  }

  private filter(input: unknown, path: string, depth: number): FilterNode | undefined {
    const { maxDepth, rulesOnly } = this.catalogue.limits;
    // Checked before descending, so that deeply nested input cannot exhaust the stack.
    if (depth > maxDepth) return this.violations.add(path, `is nested too deep: at most ${maxDepth} levels`);
    const given = this.violations.members(input, path, ['list', 'rule']);
    if (!given) return undefined;
    if ((given.list === undefined) === (given.rule === undefined))
      return this.violations.add(path, 'must have exactly one of list and rule');
    if (given.rule !== undefined) return this.rule(given.rule, `${path}.rule`);
    if (rulesOnly) return this.violations.add(`${path}.list`, 'is not accepted here: every filter must be a rule');
    return this.list(given.list, `${path}.list`, depth);
  }

  private list(input: unknown, path: string, depth: number): FilterList | undefined {
    const given = this.violations.members(input, path, ['operator', 'isNegated', 'filters']);
    if (!given) return undefined;
    const { operator = OPERATOR.unspecified, isNegated = false, filters = [] } = given;
    const operators: unknown[] = [OPERATOR.unspecified, ...OPERATOR.members];
    if (!operators.includes(operator)) this.violations.add(`${path}.operator`, `must be one of ${operators.join(', ')}`);
    if (typeof isNegated !== 'boolean') this.violations.add(`${path}.isNegated`, 'must be a boolean');
    if (Array.isArray(filters) && filters.length === 0) this.violations.add(`${path}.filters`, 'must not be empty');
    return {
      kind: 'list',
      operator: operator === 'OPERATOR_OR' ? 'OR' : 'AND',
      negated: isNegated === true,
      nodes: this.filters(filters, `${path}.filters`, depth + 1),
    };
  }

  private rule(input: unknown, path: string): FilterRule | undefined {
    const { limits, fields } = this.catalogue;
    if (++this.rules > limits.maxRules) return this.violations.addLast(path, `is one too many: at most ${limits.maxRules} rules in total`);
    const given = this.violations.members(input, path, ['field', 'comparison', 'value']);
    if (!given) return undefined;
    const name = this.fieldName(given.field, `${path}.field`);
    const comparison = this.comparison(given.comparison, `${path}.comparison`);
    const value = this.violations.members(given.value ?? {}, `${path}.value`, VALUE_FORMS);
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || !field || !comparison || !value) return undefined;

    const comparisons = comparisonsOf(field);
    if (!comparisons.includes(comparison)) {
      return this.violations.add(`${path}.comparison`, `does not suit ${name}, which takes ${comparisons.join(', ')}`);
    }
    const meaning = new ConditionReader(field, limits.maxListEntries, this.violations).read(comparison, value, `${path}.value`);
    return meaning && { kind: 'rule', field: name, ...meaning };
  }

  private fieldName(input: unknown, path: string): string | undefined {
    const { form, fields } = this.catalogue;
    const given = this.violations.members(input, path, FIELD_FORMS);
    if (!given) return undefined;
    const other = FIELD_FORMS.find((candidate) => candidate !== form && given[candidate] !== undefined);
    if (other) return this.violations.add(`${path}.${other}`, `is not accepted here: fields are named by ${form}`);
    const name = given[form];
    if (name === undefined) return this.violations.add(path, `must have ${form}`);
    if (typeof name === 'string' && Object.hasOwn(fields, name)) return name;
    return this.violations.add(`${path}.${form}`, 'is not a field that can be filtered by');
  }

  private comparison(input: unknown, path: string): Comparison | undefined {
    if (input === undefined || input === COMPARISON.unspecified) return this.violations.add(path, 'is required');
    return (
      COMPARISON.members.find((member) => member === input) ?? this.violations.add(path, `must be one of ${COMPARISON.members.join(', ')}`)
    );
  }
}
