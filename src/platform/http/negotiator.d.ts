/** The published types lack the `preferred` option. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding': string } });
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
  }
}
