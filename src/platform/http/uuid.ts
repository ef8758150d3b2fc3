/** The form that every id of the service has. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be an id at all: one that cannot belongs to nothing. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
