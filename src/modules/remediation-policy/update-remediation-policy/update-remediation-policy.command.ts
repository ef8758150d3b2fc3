import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { FIND_POLICY, SEVERITIES, toPolicy, type PolicyRow } from '../remediation-policy';
import type { UpdateRemediationPolicyRequest, UpdateRemediationPolicyResponse } from './update-remediation-policy.dto';

export class UpdateRemediationPolicy extends Command<UpdateRemediationPolicyResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UpdateRemediationPolicyRequest,
  ) {
    super();
  }
}

/** The statement updates the due date of every observation of the organization. */
const LIMITS = { statementMs: 120_000, lockMs: 10_000 };
const TARGET = { type: 'remediationPolicy', id: 'remediationPolicy' };

const STORE = `
  INSERT INTO remediation_policy (organization_id, days, updated_at) VALUES ($1, $2::integer[], now())
  ON CONFLICT (organization_id) DO UPDATE SET days = excluded.days, updated_at = excluded.updated_at`;
const REMOVE = `DELETE FROM remediation_policy WHERE organization_id = $1`;
const RESCHEDULE = `SELECT observation_state_reschedule($1)`;

@CommandHandler(UpdateRemediationPolicy)
export class UpdateRemediationPolicyHandler implements ICommandHandler<UpdateRemediationPolicy> {
  constructor(private readonly database: Database) {}

  execute({ caller, request: { daysBySeverity } }: UpdateRemediationPolicy): Promise<UpdateRemediationPolicyResponse> {
    const { organizationId } = caller;
    return this.database.transaction(
      organizationId,
      async (tx) => {
        await lockObservations(tx, organizationId);
        const find = async () => (await tx.query<PolicyRow[]>(FIND_POLICY, [organizationId]))[0];
        const before = await find();
        const days = SEVERITIES.map((severity, index) => {
          const wanted = daysBySeverity[severity];
          return wanted === undefined ? (before?.days[index] ?? null) : wanted;
        });
        if (JSON.stringify(days) !== JSON.stringify(before?.days ?? SEVERITIES.map(() => null))) {
          await (days.every((each) => each === null) ? tx.query(REMOVE, [organizationId]) : tx.query(STORE, [organizationId, days]));
          await tx.query(RESCHEDULE, [organizationId]);
        }
        const remediationPolicy = toPolicy(await find());
        const changes = changesBetween(toPolicy(before).daysBySeverity, remediationPolicy.daysBySeverity);
        await recordAudit(tx, caller, { targets: [TARGET], changes });
        return { remediationPolicy };
      },
      LIMITS,
    );
  }
}
