import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Json, type Class } from '#platform/http/fields';
import type { FieldCatalogue } from './field-catalogue';
import { COMPARISON, OPERATOR } from './filter-expression';

/** Filter expressions as OpenAPI describes them; parse-filter.ts validates them. */
class StringListValue {
  @ApiProperty({ type: 'array', items: { type: 'string', maxLength: 2048 }, minItems: 1, maxItems: 200 })
  values!: string[];
}

class NumberRangeValue {
  @ApiProperty({ type: Number, required: false, description: 'Inclusive.' })
  min?: number;

  @ApiProperty({ type: Number, required: false, description: 'Inclusive.' })
  max?: number;
}

class DateRangeValue {
  @ApiProperty({ type: String, format: 'date-time', maxLength: 64, required: false, description: 'Inclusive.' })
  startTime?: string;

  @ApiProperty({ type: String, format: 'date-time', maxLength: 64, required: false, description: 'Exclusive.' })
  endTime?: string;

  @ApiProperty({ type: Boolean, required: false, description: 'true: the end is now, and endTime must be absent.' })
  live?: boolean;
}

/** Exactly one form, the one that the comparison requires; none for IS_SET and IS_NOT_SET. */
class FilterValue {
  @ApiProperty({ type: String, maxLength: 2048, required: false })
  stringValue?: string;

  @ApiProperty({ type: Number, required: false })
  numberValue?: number;

  @ApiProperty({ type: Boolean, required: false })
  boolValue?: boolean;

  @ApiProperty({ type: StringListValue, required: false })
  stringListValue?: StringListValue;

  @ApiProperty({ type: NumberRangeValue, required: false })
  numberRangeValue?: NumberRangeValue;

  @ApiProperty({ type: DateRangeValue, required: false })
  dateRangeValue?: DateRangeValue;

  @ApiProperty({ type: String, format: 'date-time', maxLength: 64, required: false })
  dateValue?: string;
}

/** Exactly one of the two. */
class FilterField {
  @ApiProperty({ type: String, maxLength: 64, required: false, example: 'OBSERVATIONS_FIELD_SEVERITY' })
  observationsField?: string;

  @ApiProperty({ type: String, maxLength: 64, required: false, example: 'VENDORS_FIELD_RISK_LEVEL' })
  vendorsField?: string;
}

class FilterRule {
  @ApiProperty({ type: FilterField })
  field!: FilterField;

  @ApiProperty({ enum: [COMPARISON.unspecified, ...COMPARISON.members], enumName: 'Comparison' })
  comparison!: string;

  @ApiProperty({ type: FilterValue, required: false })
  value?: FilterValue;
}

class FilterList {
  @ApiProperty({ enum: [OPERATOR.unspecified, ...OPERATOR.members], enumName: 'Operator', required: false, description: 'Unset: AND.' })
  operator?: string;

  @ApiProperty({ type: Boolean, required: false, description: 'Negates the whole list.' })
  isNegated?: boolean;

  @ApiProperty({ type: () => FilterExpression, isArray: true, minItems: 1, maxItems: 50 })
  filters!: FilterExpression[];
}

/** Exactly one of list or rule. */
export class FilterExpression {
  @ApiProperty({ type: FilterList, required: false })
  list?: FilterList;

  @ApiProperty({ type: FilterRule, required: false })
  rule?: FilterRule;
}

const CATALOGUE = Symbol('catalogue');

/** The field catalogue of a request's `filters`; undefined when it has none. */
export function catalogueOf(request: Class): FieldCatalogue | undefined {
  return Reflect.getMetadata(CATALOGUE, request.prototype as object) as FieldCatalogue | undefined;
}

/** The `filters` of a request: ANDed expressions over the fields of a catalogue. */
export function Filters(catalogue: FieldCatalogue, options: { optional?: boolean; example?: unknown } = {}): PropertyDecorator {
  const { rulesOnly, maxRules, maxListEntries, maxDepth } = catalogue.limits;
  const fields = Object.keys(catalogue.fields).join(', ');
  const form = rulesOnly ? 'Every entry is a rule, not a list.' : `Lists nest up to ${maxDepth} levels.`;
  const documented = Json(
    { type: 'array', items: { $ref: getSchemaPath(FilterExpression) }, maxItems: maxRules },
    {
      optional: options.optional ?? true,
      example: options.example,
      description: `ANDed. ${form} At most ${maxRules} rules, ${maxListEntries} entries in a list value. Fields (${catalogue.form}): ${fields}.`,
    },
  );
  return (target, property) => {
    Reflect.defineMetadata(CATALOGUE, catalogue, target);
    documented(target, property);
  };
}
