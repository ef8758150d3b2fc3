import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SignJWT } from 'jose';
import { SigningKeys } from '#platform/auth/signing-keys';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { readDomain } from '#platform/domains/read-domain';
import type { Caller } from '#platform/identity/caller';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { viewOf } from '#shared/view';
import { scoreVendor, toCell, type CellRow } from '../score-model';
import { VendorScoreNotFound } from '../score.errors';
import { SCORED_PARTIES } from '../vendor-score';
import type { GetScoreReceiptRequest, GetScoreReceiptResponse } from './get-score-receipt.dto';

export class GetScoreReceipt extends Query<GetScoreReceiptResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetScoreReceiptRequest,
  ) {
    super();
  }
}

const FIND = `
  SELECT s.model, s.calculated_at AS "calculatedAt",
         (SELECT coalesce(json_agg(json_build_array(t.category, t.severity, t.open_count, t.known_exploited_count, t.ransomware_count)
                                   ORDER BY t.category, t.severity), '[]'::json)
            FROM party_tally t
           WHERE t.organization_id = $1 AND t.view = $2 AND t.party_domain = s.party_domain AND t.open_count > 0) AS cells
    ${SCORED_PARTIES}`;

@QueryHandler(GetScoreReceipt)
export class GetScoreReceiptHandler implements IQueryHandler<GetScoreReceipt> {
  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  async execute({ caller, request }: GetScoreReceipt): Promise<GetScoreReceiptResponse> {
    const domain = readDomain('vendorDomain', request.vendorDomain);
    const [found] = await this.database.lists.read<{ model: number; calculatedAt: Date; cells: CellRow[] }>(caller.organizationId, FIND, [
      caller.organizationId,
      viewOf(caller).number,
      [domain],
    ]);
    if (!found) throw new VendorScoreNotFound(domain);
    const { kid, key } = await this.keys.signing();
    const receipt = await new SignJWT({
      model: found.model,
      vendorDomain: domain,
      calculatedAt: found.calculatedAt.toISOString(),
      observations: found.cells.map(([category, severity, open, knownExploited, ransomwareUse]) => ({
        category: OBSERVATION_CATEGORY.toMember(category),
        severity: OBSERVATION_SEVERITY.toMember(severity),
        open,
        knownExploited,
        ransomwareUse,
      })),
      score: scoreVendor(found.cells.map(toCell)),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'score-receipt+jwt', kid })
      .setIssuer(this.env.baseUrl)
      .setIssuedAt()
      .sign(key);
    return { receipt };
  }
}
