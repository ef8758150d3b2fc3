declare module 'pg/lib/utils' {
  /** A JavaScript value as PostgreSQL reads it from the wire. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
