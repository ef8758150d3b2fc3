/** Acronyms and names with their own capitals, for display names. */
const SPELT: ReadonlyMap<string, string> = new Map(
  ['DNS', 'EEA', 'EU', 'ID', 'IP', 'NZ', 'PHI', 'PII', 'TCP', 'UDP', 'UK', 'URL', 'US', 'America', 'East', 'Pacific'].map((word) => [
    word.toUpperCase(),
    word,
  ]),
);

/** Longer texts are not looked at. */
const MAX_NAME = 200;

/**
 * One published enumeration. On the wire a member is `PREFIX_NAME`; in the database it is its position in the list (1 for the
 * first; 0, UNSPECIFIED, means "unset" on input and is never stored), so ordered enumerations compare and sort as numbers.
 * New members go to the end: numbers never change.
 */
export class Enumeration<Prefix extends string = string, Short extends string = string> {
  /** Every member that can be stored and served. */
  readonly members: readonly `${Prefix}_${Short}`[];
  readonly unspecified: `${Prefix}_UNSPECIFIED`;
  /** The stored number of each member by its short name: for SQL that names a member. */
  readonly stored: Readonly<Record<Short, number>>;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(
    /** The schema name in OpenAPI. */
    readonly name: string,
    readonly prefix: Prefix,
    readonly short: readonly Short[],
  ) {
    this.members = short.map((member) => `${prefix}_${member}` as const);
    this.unspecified = `${prefix}_UNSPECIFIED`;
    this.stored = Object.fromEntries(short.map((member, index) => [member, index + 1])) as Record<Short, number>;
    this.numbers = new Map(this.members.map((member, index) => [member, index + 1]));
  }

  /** The stored number of a member; undefined for anything else. */
  numberOf(member: string): number | undefined {
    return this.numbers.get(member);
  }

  /** The stored number of a valid member. */
  toNumber(member: `${Prefix}_${Short}`): number {
    const number = this.numbers.get(member);
    if (number === undefined) throw new Error(`${member} is not a member of ${this.name}.`);
    return number;
  }

  /** The member behind a stored number. */
  toMember(number: number): `${Prefix}_${Short}` {
    const member = this.members[number - 1];
    if (member === undefined) throw new Error(`${this.name} has no member number ${number}.`);
    return member;
  }

  /** The display name of a member: DATA_TYPE_SHARED_SENSITIVE_PII is "Sensitive PII". */
  displayName(member: string): string {
    const words = member.slice(this.prefix.length + 1).split('_');
    const text = words.map((word) => SPELT.get(word) ?? word.toLowerCase()).join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** Parses a member from its full or short name, in any case. */
  parse(text: string): `${Prefix}_${Short}` | undefined {
    if (text.length > MAX_NAME) return undefined;
    const upper = text.trim().toUpperCase();
    const full = upper.startsWith(`${this.prefix}_`) ? upper : `${this.prefix}_${upper}`;
    return this.numbers.has(full) ? (full as `${Prefix}_${Short}`) : undefined;
  }
}

export function enumeration<const Prefix extends string, const Short extends string>(
  name: string,
  prefix: Prefix,
  short: readonly Short[],
): Enumeration<Prefix, Short> {
  return new Enumeration(name, prefix, short);
}

/** The union of an enumeration's members. */
export type MemberOf<E> = E extends Enumeration<infer Prefix, infer Short> ? `${Prefix}_${Short}` : never;
