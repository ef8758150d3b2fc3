/** The parameters of a statement that is put together from parts. */
export class SqlParams {
  readonly values: unknown[];

  constructor(...first: unknown[]) {
    this.values = first;
  }

  /** Takes a value in and gives the place of it. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
