import { Injectable } from '@nestjs/common';

/** The statements of a transaction. */
interface Statements {
  query(sql: string, params?: unknown[]): Promise<unknown>;
}

/** A table of values that a KeyRing sealed. */
export interface SealedValues {
  /** Name in the result of `keys rewrap`. */
  name: string;
  /** Seals every value with the current key that is sealed with another one, or not at all; how many it changed. */
  rewrap(tx: Statements): Promise<number>;
}

/** Everything that `keys rewrap` has to visit. Whoever stores sealed values adds itself here when it is constructed. */
@Injectable()
export class SealedValuesRegistry {
  private readonly added: SealedValues[] = [];

  get all(): readonly SealedValues[] {
    return this.added;
  }

  add(values: SealedValues): void {
    this.added.push(values);
  }
}
