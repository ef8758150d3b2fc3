import { Injectable } from '@nestjs/common';

/** The statements of a transaction. */
interface Statements {
  query(sql: string, params?: unknown[]): Promise<unknown>;
}

/** A table of values that a KeyRing sealed. */
export interface SealedValues {
  /** Name in the result of `keys rewrap`. */
  name: string;
  /** Seals every value that is unsealed or sealed with another key, with the current key. Returns the number of changed values. */
  rewrap(tx: Statements): Promise<number>;
}

/** Everything that `keys rewrap` visits. A provider that stores sealed values registers here in its constructor. */
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
