import type { Database } from '#platform/database/database';
import { DELETE_EXAMPLE_ID, EXAMPLE_ID, OFFBOARD_EXAMPLE_ID } from '#platform/fields/example-ids';

/** The vendors used in examples, by their example ids. */
export const EXAMPLE_VENDORS = [
  ['cobaltpayments.com', EXAMPLE_ID],
  ['stratumhost.com', OFFBOARD_EXAMPLE_ID],
  ['helioscloud.io', DELETE_EXAMPLE_ID],
] as const;

/** The same for groups: one to keep, and one to delete. */
export const EXAMPLE_GROUP_IDS: readonly string[] = [EXAMPLE_ID, DELETE_EXAMPLE_ID];

/** Gives a record an example id, while nothing refers to it yet. */
export async function renameTo(
  exampleId: string,
  table: 'vendor' | 'vendor_group' | 'questionnaire',
  id: string,
  organizationId: string,
  database: Database,
): Promise<string> {
  await database.transaction(organizationId, (tx) =>
    tx.query(`UPDATE ${table} SET id = $3 WHERE organization_id = $1 AND id = $2`, [organizationId, id, exampleId]),
  );
  return exampleId;
}

/** Picks the newest open observation of the example vendor that no example removes. It has no CVEs, so only its history and its state refer to it. */
export async function nameExampleObservation(organizationId: string, database: Database): Promise<void> {
  await database.transaction(organizationId, async (tx) => {
    const [chosen] = await tx.query<{ id: string }[]>(
      `SELECT id FROM observation WHERE organization_id = $1 AND vendor_id = $2 AND is_open AND cve_ids = '{}' ORDER BY first_seen DESC, fingerprint LIMIT 1`,
      [organizationId, EXAMPLE_ID],
    );
    if (!chosen) return;
    const names = [organizationId, chosen.id, EXAMPLE_ID];
    await tx.query(`UPDATE observation_action SET observation_id = $3 WHERE organization_id = $1 AND observation_id = $2`, names);
    await tx.query(`UPDATE observation SET id = $3 WHERE organization_id = $1 AND id = $2`, names);
    await tx.query(`UPDATE observation_state SET observation_id = $3 WHERE organization_id = $1 AND observation_id = $2`, names);
  });
}
