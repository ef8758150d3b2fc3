/** Jobs that scan the due vendors of an organization or, with an empty key, find due vendors. */
export const MONITORING_QUEUE = 'monitoring';
