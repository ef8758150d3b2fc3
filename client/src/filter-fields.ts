type Kind = 'text' | 'keyword' | 'enum' | 'ordered' | 'number' | 'i64' | 'boolean' | 'date';
type Value = string | number | bigint | boolean | Date;

/** Writes the rules of one field. */
class Field {
  constructor(
    private readonly field: Readonly<Record<string, string>>,
    private readonly kind: Kind,
    private readonly prefix = '',
  ) {}

  equals = (value: Value) => this.rule('EQUALS', this.scalar(value));
  notEquals = (value: Value) => this.rule('NOT_EQUALS', this.scalar(value));
  in = (values: readonly string[]) => this.rule('IN', this.list(values));
  notIn = (values: readonly string[]) => this.rule('NOT_IN', this.list(values));
  contains = (text: string) => this.rule('CONTAINS', this.scalar(text));
  notContains = (text: string) => this.rule('NOT_CONTAINS', this.scalar(text));
  startsWith = (text: string) => this.rule('STARTS_WITH', this.scalar(text));
  endsWith = (text: string) => this.rule('ENDS_WITH', this.scalar(text));
  above = (value: Value) => this.rule('GREATER_THAN', this.scalar(value));
  atLeast = (value: Value) => this.rule('GREATER_THAN_OR_EQUAL', this.scalar(value));
  below = (value: Value) => this.rule('LESS_THAN', this.scalar(value));
  atMost = (value: Value) => this.rule('LESS_THAN_OR_EQUAL', this.scalar(value));
  since = (start: string | Date) => this.rule('BETWEEN', { dateRangeValue: { startTime: instant(start), live: true } });
  isSet = () => this.rule('IS_SET');
  isNotSet = () => this.rule('IS_NOT_SET');

  between = (from: Value, to: Value) =>
    this.rule(
      'BETWEEN',
      this.kind === 'date'
        ? { dateRangeValue: { startTime: instant(from as string | Date), endTime: instant(to as string | Date) } }
        : { numberRangeValue: { min: from, max: to } },
    );

  private rule(comparison: string, value?: object): object {
    return { rule: { field: this.field, comparison: `COMPARISON_${comparison}`, ...(value && { value }) } };
  }

  private scalar(value: Value): object {
    if (typeof value === 'boolean') return { boolValue: value };
    if (this.kind === 'date') return { dateValue: instant(value as string | Date) };
    if (typeof value === 'number') return { numberValue: value };
    return { stringValue: this.prefix + String(value) };
  }

  private list(values: readonly string[]): object {
    return { stringListValue: { values: values.map((value) => this.prefix + value) } };
  }
}

function instant(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}

/** The fields of a catalogue; the type says which rules each of them takes. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the generated code names the type
export function fieldsOf<Catalogue>(
  form: string,
  prefix: string,
  fields: Readonly<Record<string, readonly [string, Kind, string?]>>,
): Catalogue {
  const entries = Object.entries(fields).map(([name, [field, kind, members]]) => [
    name,
    new Field({ [form]: prefix + field }, kind, members),
  ]);
  return Object.fromEntries(entries) as Catalogue;
}
