const WORDS = 4;

/**
 * The fingerprints of a whole file, 16 bytes each and nothing besides: a gigabyte of findings needs some tens of
 * megabytes. Open addressing; a fingerprint is a hash already, so its first word is the place to look.
 */
export class FingerprintSet {
  private words: Uint32Array;
  private slots: number;
  private size = 0;

  constructor(slots = 1 << 12) {
    this.slots = slots;
    this.words = new Uint32Array(slots * WORDS);
  }

  /** Takes a fingerprint in; false when it was there. */
  add(fingerprint: Buffer): boolean {
    if (this.size * 4 >= this.slots * 3) this.grow();
    const added = this.put(
      fingerprint.readUInt32LE(0),
      fingerprint.readUInt32LE(4),
      fingerprint.readUInt32LE(8),
      fingerprint.readUInt32LE(12),
    );
    if (!added) return false;
    this.size += 1;
    return true;
  }

  private put(a: number, b: number, c: number, d: number): boolean {
    const { words } = this;
    const mask = this.slots - 1;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return false;
      if ((words[at] as number) | (words[at + 1] as number) | (words[at + 2] as number) | (words[at + 3] as number)) continue;
      words[at] = a;
      words[at + 1] = b;
      words[at + 2] = c;
      words[at + 3] = d;
      return true;
    }
  }

  private grow(): void {
    const old = this.words;
    this.slots *= 2;
    this.words = new Uint32Array(this.slots * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      const [a, b, c, d] = [old[at], old[at + 1], old[at + 2], old[at + 3]] as [number, number, number, number];
      if (a | b | c | d) this.put(a, b, c, d);
    }
  }
}
