/** Turns the events of an organization into deliveries. */
export const EVENTS_QUEUE = 'webhook-events';
/** Sends the deliveries of a webhook that are due. */
export const DELIVERIES_QUEUE = 'webhook-deliveries';
/** Finds what was left behind. */
export const SWEEP_QUEUE = 'webhook-sweep';
