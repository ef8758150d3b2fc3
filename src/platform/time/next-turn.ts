import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop; long work awaits this between its steps. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** Yields to the event loop whenever long work has processed a slice. */
export class Slices {
  private done = 0;

  constructor(private readonly units: number) {}

  /** Await the result if it is a promise; usually it is undefined. */
  spend(units: number): Promise<void> | undefined {
    this.done += units;
    if (this.done < this.units) return undefined;
    this.done = 0;
    return nextTurn();
  }
}
