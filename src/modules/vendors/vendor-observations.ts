import type { Statements } from '#platform/database/database';
import { markScoresStale, settleScores } from '#modules/scores/settle-scores';
import { VRM_VIEW } from '#vocabulary/view';

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

/** Lists and hides observations along with their vendors. The caller holds lockObservations. */
export async function followVendors(tx: Statements, organizationId: string, { started, stopped, renamed }: VendorChanges): Promise<void> {
  if (stopped.length > 0) await tx.query(LIST, [organizationId, stopped, false]);
  if (started.length > 0) await tx.query(LIST, [organizationId, started, true]);
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
