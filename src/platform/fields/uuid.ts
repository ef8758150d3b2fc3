/** The format of every id of the service. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the format of an id. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
