import type { Reads } from '#platform/database/reader';
import type { Caller } from '#platform/identity/caller';
import { ALL_SCOPES } from '#platform/identity/scope';

interface Row {
  id: string;
  name: string;
  domain: string;
  vrmEnabled: boolean;
  vrmUntil: Date | null;
}

const FIND = `
  SELECT id, name, domain, vrm_enabled AS "vrmEnabled", vrm_until AS "vrmUntil" FROM organization WHERE id = $1 AND suspended_at IS NULL`;

/** The organization as a caller that sees all of its own data; undefined when it is suspended or gone. */
export async function organizationCaller(reads: Reads, organizationId: string): Promise<Caller | undefined> {
  const [row] = await reads.read<Row>(organizationId, FIND, [organizationId]);
  if (!row) return undefined;
  const organization = { ...row, vrmUntil: row.vrmUntil?.getTime(), domains: [row.domain], rateLimitPerMinute: undefined };
  return { organizationId, organization, clientId: 'webhooks', credentialName: 'Webhooks', scopes: new Set(ALL_SCOPES) };
}
