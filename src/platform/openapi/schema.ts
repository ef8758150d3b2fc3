/** A schema of the OpenAPI document. */
export type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };
