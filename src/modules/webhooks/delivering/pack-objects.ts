/** An object of an event, as JSON. */
export interface EventObject {
  /** Sent instead when the object does not fit into a message. */
  id: string;
  json: string;
}

export const MAX_OBJECTS = 100;
export const MAX_BODY_BYTES = 256 * 1024;
/** Type, time and organization. */
const HEAD_BYTES = 1024;

/** Splits objects into messages of at most 100 objects and 256 KiB. Of a larger object, only the id is sent. */
export function packObjects(objects: readonly EventObject[]): string[][] {
  const messages: string[][] = [];
  let bytes = Infinity;
  for (const { id, json } of objects) {
    let text = json;
    let size = Buffer.byteLength(text) + 1;
    if (size > MAX_BODY_BYTES - HEAD_BYTES) {
      text = JSON.stringify({ id });
      size = Buffer.byteLength(text) + 1;
    }
    const last = messages.at(-1);
    if (last && last.length < MAX_OBJECTS && bytes + size <= MAX_BODY_BYTES) {
      last.push(text);
      bytes += size;
    } else {
      messages.push([text]);
      bytes = HEAD_BYTES + size;
    }
  }
  return messages;
}
