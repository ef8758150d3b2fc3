export interface FollowLimits {
  /** Maximum number of stored aliases and SPF records; a long SPF record counts as several. The rest is matched but not followed. */
  names: number;
  cnameHops: number;
  /** The lookup limit of RFC 7208. */
  spfLookups: number;
}

export const FOLLOW_LIMITS: FollowLimits = { names: 500_000, cnameHops: 10, spfLookups: 10 };

/** A long SPF record counts once per this many characters. */
const SPF_UNIT_LENGTH = 256;

/** A name has one alias and one SPF record. Several scans in one file, or a broken zone, may show a few more. */
const MAX_PER_NAME = 4;

interface Kept {
  value: string;
  seenAt: string;
}

/** The aliases and SPF records of all hosts in the file, to follow from a vendor's own records. */
export class Names {
  private readonly aliases = new Map<string, Kept[]>();
  private readonly spf = new Map<string, Kept[]>();
  private used = 0;

  constructor(private readonly limits: FollowLimits) {}

  /** Returns false when the limit is reached. */
  addAlias(host: string, target: string, seenAt: string): boolean {
    return this.keep(this.aliases, host, { value: target, seenAt }, 1);
  }

  /** Returns false when the limit is reached. */
  addSpf(host: string, text: string, seenAt: string): boolean {
    return this.keep(this.spf, host, { value: text, seenAt }, 1 + Math.floor(text.length / SPF_UNIT_LENGTH));
  }

  hostsWithAlias(): Iterable<string> {
    return this.aliases.keys();
  }

  hostsWithSpf(): Iterable<[string, readonly Kept[]]> {
    return this.spf.entries();
  }

  /** All names reached through the aliases of a host, nearest first, each with the names in between. Safe against loops. */
  *aliasesOf(host: string): Generator<{ name: string; via: string[]; seenAt: string }> {
    const seen = new Set([host]);
    const max = this.limits.cnameHops * MAX_PER_NAME;
    let hop: { name: string; via: string[]; seenAt?: string }[] = [{ name: host, via: [] }];
    for (let hops = 0; hops < this.limits.cnameHops && hop.length > 0; hops += 1) {
      const next: typeof hop = [];
      for (const from of hop) {
        for (const { value: name, seenAt } of this.aliases.get(from.name) ?? []) {
          if (seen.has(name) || seen.size > max) continue;
          seen.add(name);
          const step = { name, via: hops === 0 ? [] : [...from.via, from.name], seenAt: from.seenAt ?? seenAt };
          next.push(step);
          yield step;
        }
      }
      hop = next;
    }
  }

  /** The SPF texts of a name, or of the first of its aliases that has any. */
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
    if ((known && known.length >= MAX_PER_NAME) || this.used + size > this.limits.names) return false;
    this.used += size;
    if (known) known.push(kept);
    else names.set(host, [kept]);
    return true;
  }
}
