import type { Statements } from '#platform/database/database';
import { markScoresStale, settleScores } from '#modules/scores/settle-scores';
import { VRM_VIEW } from '#shared/view';

/** Changes of vendors that affect their observations. */
export interface VendorChanges {
  /** Domains of vendors monitored from now on. */
  started: readonly string[];
  /** Domains of vendors no longer monitored. */
  stopped: readonly string[];
  renamed: readonly { domainName: string; companyName: string }[];
}

const LIST = `
  UPDATE observation SET is_listed = $3, updated_at = now()
   WHERE organization_id = $1 AND view = ${VRM_VIEW.number} AND party_domain = ANY($2::text[]) AND is_listed <> $3`;

const RENAME = `
  UPDATE observation o SET vendor_name = r.name, updated_at = now()
    FROM unnest($2::text[], $3::text[]) AS r(domain, name)
   WHERE o.organization_id = $1 AND o.view = ${VRM_VIEW.number} AND o.party_domain = r.domain AND o.vendor_name IS DISTINCT FROM r.name`;

/** Those of some vendors that have observations. LIMIT keeps the look-up on the index of parties. */
const OBSERVED = `
  SELECT d.domain FROM unnest($2::text[]) AS d (domain)
   CROSS JOIN LATERAL (SELECT 1 FROM observation o WHERE o.organization_id = $1 AND o.view = ${VRM_VIEW.number} AND o.party_domain = d.domain LIMIT 1) o`;

/** Lists and hides observations along with their vendors. The caller holds lockObservations. */
export async function followVendors(tx: Statements, organizationId: string, changes: VendorChanges): Promise<void> {
  const { started, stopped } = changes;
  const touched = [...new Set([...stopped, ...started, ...changes.renamed.map(({ domainName }) => domainName)])];
  if (touched.length === 0) return;
  // Even an update of no rows runs every trigger of observations.
  const rows = (await tx.query(OBSERVED, [organizationId, touched])) as { domain: string }[];
  const observed = new Set(rows.map(({ domain }) => domain));
  const [hidden, shown] = [stopped, started].map((domains) => domains.filter((domain) => observed.has(domain))) as [string[], string[]];
  const renamed = changes.renamed.filter(({ domainName }) => observed.has(domainName));
  if (hidden.length > 0) await tx.query(LIST, [organizationId, hidden, false]);
  if (shown.length > 0) await tx.query(LIST, [organizationId, shown, true]);
  if (renamed.length > 0) {
    await tx.query(RENAME, [organizationId, renamed.map((vendor) => vendor.domainName), renamed.map((vendor) => vendor.companyName)]);
  }
  if (started.length > 0 || stopped.length > 0) {
    await markScoresStale(tx, organizationId, [...started, ...stopped]);
    await settleScores(tx, organizationId);
  }
}

/** Deletes the observations and scores of vendors that are being deleted. The caller holds lockObservations. */
export async function forgetVendors(tx: Statements, organizationId: string, domains: readonly string[]): Promise<void> {
  for (const table of ['observation', 'party_tally', 'party_score', 'party_score_day', 'party_score_fall']) {
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND view = ${VRM_VIEW.number} AND party_domain = ANY($2::text[])`, [
      organizationId,
      domains,
    ]);
  }
}
