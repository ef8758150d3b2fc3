import { nearestName } from '#platform/names/nearest-name';
import type { Enumeration } from '#platform/fields/enumeration';
import { ConditionReader, VALUE_FORMS } from './condition-reader';
import { comparisonsOf, FIELD_FORMS, type FieldCatalogue } from './field-catalogue';
import { COMPARISON, OPERATOR, type Comparison } from './filter-expression';
import type { FilterList, FilterNode, FilterRule } from './filter-tree';
import { Violations, type FilterViolation } from './violations';

const MAX_NAME = 100;
/** The nearest field is looked for in the first violations only. */
const MAX_SUGGESTIONS = 5;
const FIELD_PREFIX = { observationsField: 'OBSERVATIONS_FIELD_', vendorsField: 'VENDORS_FIELD_' } as const;

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
    const { isNegated = false, filters = [] } = given;
    const operator =
      given.operator === undefined || given.operator === OPERATOR.unspecified ? 'OPERATOR_AND' : readMember(OPERATOR, given.operator);
    if (!operator) this.violations.add(`${path}.operator`, `must be one of ${[OPERATOR.unspecified, ...OPERATOR.members].join(', ')}`);
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
    const found = typeof name === 'string' ? fieldNamed(name, form, fields) : undefined;
    if (found !== undefined) return found;
    const nearest =
      typeof name === 'string' && this.violations.found.length < MAX_SUGGESTIONS ? nearestName(name, Object.keys(fields)) : undefined;
    const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    return this.violations.add(`${path}.${form}`, `is not a field that can be filtered by${meant}`);
  }

  private comparison(input: unknown, path: string): Comparison | undefined {
    if (input === undefined || input === COMPARISON.unspecified) return this.violations.add(path, 'is required');
    return readMember(COMPARISON, input) ?? this.violations.add(path, `must be one of ${COMPARISON.members.join(', ')}`);
  }
}

/** A member by its full or short name, in any case. */
function readMember<Prefix extends string, Short extends string>(
  type: Enumeration<Prefix, Short>,
  input: unknown,
): `${Prefix}_${Short}` | undefined {
  return typeof input === 'string' ? type.parse(input) : undefined;
}

/** The name of a field in the catalogue, by its full or short name, in any case. */
function fieldNamed(name: string, form: (typeof FIELD_FORMS)[number], fields: FieldCatalogue['fields']): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  if (name.length > MAX_NAME) return undefined;
  const upper = name.toUpperCase();
  return [upper, `${FIELD_PREFIX[form]}${upper}`].find((candidate) => Object.hasOwn(fields, candidate));
}
