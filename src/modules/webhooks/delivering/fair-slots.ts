/** Shares slots so that some are always free for a newcomer: none holds more than half of what the others leave. */
export class FairSlots {
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(private readonly slots: number) {}

  /** Runs the task in a slot; returns false, without running it, when the holder has its share already. */
  async with(holder: string, task: () => Promise<unknown>): Promise<boolean> {
    const own = this.held.get(holder) ?? 0;
    if (own >= (this.slots - this.total) / 2) return false;
    this.count(holder, own, 1);
    try {
      await task();
    } finally {
      this.count(holder, this.held.get(holder) ?? 0, -1);
    }
    return true;
  }

  private count(holder: string, own: number, change: 1 | -1): void {
    this.total += change;
    if (own + change === 0) this.held.delete(holder);
    else this.held.set(holder, own + change);
  }
}
