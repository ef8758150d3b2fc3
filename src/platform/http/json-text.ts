/** A response of type T that its handler has already serialized. */
export class JsonText<T = unknown> {
  declare readonly content: T;

  constructor(private readonly json: string | Buffer) {}

  get text(): string {
    return this.json.toString();
  }

  get bytes(): Buffer {
    return typeof this.json === 'string' ? Buffer.from(this.json) : this.json;
  }
}
