import { NotFound } from '#platform/errors/api-error';

/** The domain is unknown, or has no score: GetVendorScores tells which. */
export class VendorScoreNotFound extends NotFound {
  constructor(domain: string) {
    super('vendor score', domain);
  }
}
