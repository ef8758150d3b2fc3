import { setImmediate } from 'node:timers/promises';

/** Lets everything that waits go first: long work is done in steps, with this between them. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** Long work counts what it has done, and lets others have their turn each time that comes to a slice. */
export class Slices {
  private done = 0;

  constructor(private readonly units: number) {}

  /** To be waited for when there is something to wait for: most of the time there is not. */
  spend(units: number): Promise<void> | undefined {
    this.done += units;
    if (this.done < this.units) return undefined;
    this.done = 0;
    return nextTurn();
  }
}
