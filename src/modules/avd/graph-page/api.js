import { client } from '../page/session.js';

export function graph(query) {
  return client.fourthParties.getGraph(
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined)),
  );
}

export function relationships(filters) {
  return client.fourthParties.list({ limit: 100, sortField: 'vendorDomain', filters }).page();
}
