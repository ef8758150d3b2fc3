import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/http/uuid';
import type { Caller } from '#platform/identity/caller';
import { assertSaysSomething, MAX_REFERENCES } from '#vocabulary/external-reference.dto';
import { TooManyReferences } from '#vocabulary/external-reference.errors';
import { ACTOR } from '#vocabulary/observation.enums';
import { readVendor } from '../vendor-row';
import { vendorTarget } from '../vendor-target';
import { VENDOR_ACTION } from '../vendor.enums';
import { VendorNotFound } from '../vendor.errors';
import type { AnnotateVendorRequest, AnnotateVendorResponse } from './annotate-vendor.dto';

export class AnnotateVendor extends Command<AnnotateVendorResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: AnnotateVendorRequest,
  ) {
    super();
  }
}

const LOCK = `SELECT 1 FROM vendor WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`;
const REFERENCE = `jsonb_strip_nulls(jsonb_build_object('system', system, 'key', key, 'url', url))`;

/** $1 organization, $2 vendor, $3 references to set, $4 to remove, $5 comment, $6 and $7 the actor's id and name. */
const ANNOTATE = `
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT ON (lower(w.system), lower(w.key)) w.* FROM jsonb_to_recordset($3::jsonb) AS w (system text, key text, url text)
  ), added AS (
    INSERT INTO vendor_reference AS r (organization_id, vendor_id, system, key, url) SELECT $1, $2, w.system, w.key, w.url FROM wanted w
    ON CONFLICT (organization_id, vendor_id, system_word, key_word) DO UPDATE SET system = excluded.system, key = excluded.key, url = excluded.url
     WHERE (r.system, r.key, r.url) IS DISTINCT FROM (excluded.system, excluded.key, excluded.url)
    RETURNING system, key, url
  ), removed AS (
    DELETE FROM vendor_reference r
     USING (SELECT lower(u.system) AS system_word, lower(u.key) AS key_word FROM jsonb_to_recordset($4::jsonb) AS u (system text, key text)
            EXCEPT SELECT lower(system), lower(key) FROM wanted) u
     WHERE r.organization_id = $1 AND r.vendor_id = $2 AND r.system_word = u.system_word AND r.key_word = u.key_word
    RETURNING r.system, r.key, r.url
  ), entry AS (
    SELECT ${VENDOR_ACTION.COMMENTED} AS type, $5::text AS comment, NULL::jsonb AS details WHERE $5::text IS NOT NULL
    UNION ALL
    SELECT ${VENDOR_ACTION.REFERENCE_CHANGED}, NULL,
           jsonb_strip_nulls(jsonb_build_object('externalReferences', (SELECT jsonb_agg(${REFERENCE}) FROM added),
                                                'removedExternalReferences', (SELECT jsonb_agg(${REFERENCE}) FROM removed)))
     WHERE EXISTS (SELECT 1 FROM added) OR EXISTS (SELECT 1 FROM removed)
  ), recorded AS (
    INSERT INTO vendor_action (organization_id, vendor_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, comment, details)
    SELECT $1, $2, uuid_v7(), e.type, now(), ${ACTOR.API_CLIENT}, $6, $7, e.comment, e.details FROM entry e
  )
  UPDATE vendor SET updated_at = now() WHERE organization_id = $1 AND id = $2 AND EXISTS (SELECT 1 FROM entry)`;

@CommandHandler(AnnotateVendor)
export class AnnotateVendorHandler implements ICommandHandler<AnnotateVendor> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: AnnotateVendor): Promise<AnnotateVendorResponse> {
    assertSaysSomething(request);
    const { organizationId } = caller;
    const { id, externalReferences = [], removeExternalReferences = [] } = request;
    const comment = request.comment === '' ? undefined : request.comment;
    if (!isUuid(id)) throw new VendorNotFound(id);
    return this.database.transaction(organizationId, async (tx) => {
      const [found] = await tx.query<object[]>(LOCK, [organizationId, id]);
      if (!found) throw new VendorNotFound(id);
      const before = await readVendor(tx, caller, id);
      await tx.query(ANNOTATE, [
        organizationId,
        id,
        JSON.stringify(externalReferences),
        JSON.stringify(removeExternalReferences),
        comment ?? null,
        caller.clientId,
        caller.credentialName,
      ]);
      const vendor = await readVendor(tx, caller, id);
      if (vendor.externalReferences.length > MAX_REFERENCES) throw new TooManyReferences([vendor.domainName]);
      await recordAudit(tx, caller, {
        targets: [vendorTarget(vendor)],
        changes: changesBetween(
          { externalReferences: before.externalReferences },
          { externalReferences: vendor.externalReferences, comment },
        ),
      });
      return { vendor };
    });
  }
}
