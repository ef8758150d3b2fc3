/** Jobs that say: look at the due vendors of this organization, or, with an empty key, find out who is due. */
export const MONITORING_QUEUE = 'monitoring';
