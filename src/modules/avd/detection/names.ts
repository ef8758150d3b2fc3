/** Aliases and SPF records of the whole file, whoever owns them: what a vendor's own records may lead to. */
export interface FollowLimits {
  /** Names kept of each sort. At 200,000 the two maps hold some 100 MB at worst; a name past it is matched but not followed. */
  names: number;
  cnameHops: number;
  /** As many records as RFC 7208 lets a mail server look up. */
  spfLookups: number;
}

export const FOLLOW_LIMITS: FollowLimits = { names: 200_000, cnameHops: 10, spfLookups: 10 };

/** A name has one alias at a time; a file of several scans or regions may show a few. */
const MOST_ALIASES = 4;

export interface Alias {
  target: string;
  seenAt: string;
}

export interface SpfRecord {
  text: string;
  seenAt: string;
}

export class Names {
  private readonly aliases = new Map<string, Alias[]>();
  private readonly spf = new Map<string, SpfRecord>();

  constructor(private readonly limits: FollowLimits = FOLLOW_LIMITS) {}

  /** False when there is no room for it. */
  addAlias(host: string, target: string, seenAt: string): boolean {
    const known = this.aliases.get(host);
    if (!known) {
      if (this.aliases.size >= this.limits.names) return false;
      this.aliases.set(host, [{ target, seenAt }]);
      return true;
    }
    const same = known.find((alias) => alias.target === target);
    if (same) {
      if (seenAt > same.seenAt) same.seenAt = seenAt;
      return true;
    }
    if (known.length >= MOST_ALIASES) return false;
    known.push({ target, seenAt });
    return true;
  }

  /** The newest record of a host stands. False when there is no room for it. */
  addSpf(host: string, text: string, seenAt: string): boolean {
    const known = this.spf.get(host);
    if (known && known.seenAt > seenAt) return true;
    if (!known && this.spf.size >= this.limits.names) return false;
    this.spf.set(host, { text, seenAt });
    return true;
  }

  hostsWithAlias(): Iterable<string> {
    return this.aliases.keys();
  }

  hostsWithSpf(): Iterable<[string, SpfRecord]> {
    return this.spf.entries();
  }

  /** Every name the aliases of a host lead to, nearest first, with the names passed on the way. Loops end. */
  *aliasesOf(host: string): Generator<{ name: string; via: string[]; seenAt: string }> {
    const seen = new Set([host]);
    let hop: { name: string; via: string[]; seenAt?: string }[] = [{ name: host, via: [] }];
    for (let hops = 0; hops < this.limits.cnameHops && hop.length > 0; hops += 1) {
      const next: typeof hop = [];
      for (const from of hop) {
        for (const { target, seenAt } of this.aliases.get(from.name) ?? []) {
          if (seen.has(target)) continue;
          seen.add(target);
          const step = { name: target, via: hops === 0 ? [] : [...from.via, from.name], seenAt: from.seenAt ?? seenAt };
          next.push(step);
          yield step;
        }
      }
      hop = next;
    }
  }

  /** The SPF record at a name, or at the end of its aliases. */
  spfAt(name: string): { name: string; record: SpfRecord } | undefined {
    const own = this.spf.get(name);
    if (own) return { name, record: own };
    for (const { name: target } of this.aliasesOf(name)) {
      const record = this.spf.get(target);
      if (record) return { name: target, record };
    }
    return undefined;
  }
}
