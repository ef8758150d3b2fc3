export interface FollowLimits {
  /** Aliases and SPF records kept; a long SPF record counts as several. What comes past it is matched but not followed. */
  names: number;
  cnameHops: number;
  /** As many records as RFC 7208 lets a mail server look up. */
  spfLookups: number;
}

export const FOLLOW_LIMITS: FollowLimits = { names: 500_000, cnameHops: 10, spfLookups: 10 };

/** An SPF record counts once more for each stretch of this many characters. */
const SPF_STRETCH = 256;

/** A name has one alias and one SPF record at a time; a file of several scans, or a mistake in a zone, may show a few. */
const MOST_PER_NAME = 4;

interface Kept {
  value: string;
  seenAt: string;
}

/** Aliases and SPF records of the whole file, whoever owns them: what a vendor's own records may lead to. */
export class Names {
  private readonly aliases = new Map<string, Kept[]>();
  private readonly spf = new Map<string, Kept[]>();
  private used = 0;

  constructor(private readonly limits: FollowLimits) {}

  /** False when there is no room for it. */
  addAlias(host: string, target: string, seenAt: string): boolean {
    return this.keep(this.aliases, host, { value: target, seenAt }, 1);
  }

  /** False when there is no room for it. */
  addSpf(host: string, text: string, seenAt: string): boolean {
    return this.keep(this.spf, host, { value: text, seenAt }, 1 + Math.floor(text.length / SPF_STRETCH));
  }

  hostsWithAlias(): Iterable<string> {
    return this.aliases.keys();
  }

  hostsWithSpf(): Iterable<[string, readonly Kept[]]> {
    return this.spf.entries();
  }

  /** Every name the aliases of a host lead to, nearest first, with the names passed on the way. Loops end. */
  *aliasesOf(host: string): Generator<{ name: string; via: string[]; seenAt: string }> {
    const seen = new Set([host]);
    const most = this.limits.cnameHops * MOST_PER_NAME;
    let hop: { name: string; via: string[]; seenAt?: string }[] = [{ name: host, via: [] }];
    for (let hops = 0; hops < this.limits.cnameHops && hop.length > 0; hops += 1) {
      const next: typeof hop = [];
      for (const from of hop) {
        for (const { value: name, seenAt } of this.aliases.get(from.name) ?? []) {
          if (seen.has(name) || seen.size > most) continue;
          seen.add(name);
          const step = { name, via: hops === 0 ? [] : [...from.via, from.name], seenAt: from.seenAt ?? seenAt };
          next.push(step);
          yield step;
        }
      }
      hop = next;
    }
  }

  /** The SPF texts at a name, or at the first of its aliases that has any. */
  spfAt(name: string): { name: string; texts: string[] } | undefined {
    const own = this.spf.get(name);
    if (own) return { name, texts: own.map(({ value }) => value) };
    for (const { name: target } of this.aliasesOf(name)) {
      const records = this.spf.get(target);
      if (records) return { name: target, texts: records.map(({ value }) => value) };
    }
    return undefined;
  }

  private keep(names: Map<string, Kept[]>, host: string, kept: Kept, size: number): boolean {
    const known = names.get(host);
    const same = known?.find(({ value }) => value === kept.value);
    if (same) {
      if (kept.seenAt > same.seenAt) same.seenAt = kept.seenAt;
      return true;
    }
    if ((known && known.length >= MOST_PER_NAME) || this.used + size > this.limits.names) return false;
    this.used += size;
    if (known) known.push(kept);
    else names.set(host, [kept]);
    return true;
  }
}
