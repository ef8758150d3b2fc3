/** How a method is called: operation, HTTP method, path below /public/v1/, kind, property that holds the rows, takes an Idempotency-Key. */
export type Described = readonly [name: string, method: string, path: string, kind: string, rows: string, takesKey: boolean];
