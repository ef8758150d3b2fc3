/** The largest single record, whether a line or an element of an array. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

/** The deepest nesting inside one record. */
export const MAX_DEPTH = 200;
