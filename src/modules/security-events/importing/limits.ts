/** Maximum sizes of the parts of an event: characters of a text, entries of a list. */
export const LIMITS = {
  eventId: 128,
  title: 500,
  summary: 8000,
  description: 4000,
  product: 300,
  products: 200,
  cves: 500,
  timeline: 200,
  sourceName: 255,
  url: 2048,
  sources: 100,
  victims: 10_000,
} as const;
