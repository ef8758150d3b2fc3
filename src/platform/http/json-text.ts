/** A response of type T that its handler serialised already: sent as it is. */
export class JsonText<T = unknown> {
  declare readonly content: T;

  constructor(readonly text: string) {}
}
