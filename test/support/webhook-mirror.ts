import { lasting, type Resource } from './follower';
import type { Received } from './webhook-receiver';

interface Known {
  version: string;
  resource: Resource | undefined;
}

/** Events with whole objects, by the prefix of their type; score events are sent only for large changes. */
const KINDS: Readonly<Record<string, string>> = { observation: 'OBSERVATION', vendor: 'VENDOR' };
const REMOVALS = ['observation.removed', 'vendor.deleted'];

/** Maintains a copy of observations and vendors from webhooks, whatever the order and repetition of deliveries. */
export class WebhookMirror {
  private readonly known = new Map<string, Known>();

  /** Applies a delivery, unless a later one about the same object was applied already. */
  take({ headers, body }: Received): void {
    const { type, timestamp, data } = body as { type: string; timestamp: string; data: Resource[] };
    const kind = type === 'vendor.score_changed' ? undefined : KINDS[type.split('.')[0] ?? ''];
    if (kind === undefined) return;
    const version = `${timestamp} ${String(headers['webhook-id'])}`;
    for (const object of data) {
      const key = `${kind} ${String(object.orn ?? object.id)}`;
      if ((this.known.get(key)?.version ?? '') > version) continue;
      this.known.set(key, { version, resource: REMOVALS.includes(type) ? undefined : lasting(object) });
    }
  }

  copy(): Map<string, Resource> {
    return new Map([...this.known].flatMap(([key, { resource }]) => (resource ? [[key, resource]] : [])));
  }

  /** The listed resources that webhooks cover. */
  static told(listed: ReadonlyMap<string, Resource>): Map<string, Resource> {
    return new Map([...listed].filter(([key]) => Object.values(KINDS).includes(key.split(' ')[0] ?? '')));
  }
}
