/** Turns the events of an organization into deliveries. */
export const EVENTS_QUEUE = 'webhook-events';
/** Sends the due deliveries of a webhook. */
export const DELIVERIES_QUEUE = 'webhook-deliveries';
/** Finds events and deliveries without a job. */
export const SWEEP_QUEUE = 'webhook-sweep';
