import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { SEVERITIES, toPolicy } from '../remediation-policy';
import { RemediationPolicyEntity } from '../remediation-policy.entity';
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
        const before = await tx.findOneBy(RemediationPolicyEntity, { organizationId });
        let after = before;
        const days = SEVERITIES.map((severity, index) => {
          const wanted = daysBySeverity[severity];
          return wanted === undefined ? (before?.days[index] ?? null) : wanted;
        });
        if (JSON.stringify(days) !== JSON.stringify(before?.days ?? SEVERITIES.map(() => null))) {
          after = days.every((each) => each === null) ? null : { organizationId, days, updatedAt: new Date() };
          await (after
            ? tx.upsert(RemediationPolicyEntity, after, ['organizationId'])
            : tx.delete(RemediationPolicyEntity, { organizationId }));
          await tx.query(RESCHEDULE, [organizationId]);
        }
        const remediationPolicy = toPolicy(after);
        const changes = changesBetween(toPolicy(before).daysBySeverity, remediationPolicy.daysBySeverity);
        await recordAudit(tx, caller, { targets: [TARGET], changes });
        return { remediationPolicy };
      },
      LIMITS,
    );
  }
}
