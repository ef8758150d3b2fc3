/** The parameters of a statement that is built from parts. */
export class SqlParams<Value = unknown> {
  readonly values: Value[];

  /** Starts with the given values; `before` is the number of placeholders that precede them in the statement. */
  constructor(
    first: readonly Value[] = [],
    private readonly before = 0,
  ) {
    this.values = [...first];
  }

  /** Adds a value and returns its placeholder, with a cast where a type is given. */
  add(value: Value, type?: string): string {
    const place = `$${this.before + this.values.push(value)}`;
    return type === undefined ? place : `${place}::${type}`;
  }
}
