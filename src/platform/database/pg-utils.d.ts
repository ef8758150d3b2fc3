declare module 'pg/lib/utils' {
  /** A JavaScript value in PostgreSQL's wire format. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
