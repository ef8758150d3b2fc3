import type { Caller } from '#platform/identity/caller';
import { readFilters } from '#platform/filters/read-filters';
import { OBSERVATION_CATALOGUE } from '#modules/observations/observation-fields';
import { AddressRefused, type WebhookAddresses } from './webhook-addresses';
import { WebhookUrlRefused } from './webhook.errors';

/** Refuses a URL that cannot receive deliveries. */
export async function checkUrl(addresses: WebhookAddresses, url: string): Promise<void> {
  try {
    await addresses.vet(url);
  } catch (error) {
    throw error instanceof AddressRefused ? new WebhookUrlRefused(error.message) : error;
  }
}

/** Validated filters in the form the caller sent, which is how they are stored. An empty list is stored as none. */
export function storedFilters(filters: unknown): object[] | null {
  readFilters(filters, OBSERVATION_CATALOGUE);
  return Array.isArray(filters) && filters.length > 0 ? (filters as object[]) : null;
}

export function storedEventTypes(eventTypes: readonly string[] | undefined): string[] | null {
  return eventTypes?.length ? [...new Set(eventTypes)] : null;
}

/** The key of a webhook's jobs. */
export function deliveryKey({ organizationId }: Pick<Caller, 'organizationId'>, webhookId: string): string {
  return `${organizationId}/${webhookId}`;
}
