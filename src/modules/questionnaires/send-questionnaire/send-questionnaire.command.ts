import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { VendorOffboarded } from '#modules/vendors/vendor.errors';
import { IMPORTABLE, lockQuestionnaire, targetOf, update, WITHDRAWABLE } from '../exchange';
import { announce } from '../exchange-events';
import { QuestionnaireLinks } from '../questionnaire-links';
import { toQuestionnaire } from '../questionnaire.dto';
import type { QuestionnaireEntity } from '../questionnaire.entity';
import { QUESTIONNAIRE_STATUS, type QuestionnaireChannel } from '../questionnaire.enums';
import { QuestionnaireStatusConflict, VendorNotAnOrganization } from '../questionnaire.errors';
import type { SendQuestionnaireRequest, SendQuestionnaireResponse } from './send-questionnaire.dto';

export class SendQuestionnaire extends Command<SendQuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: SendQuestionnaireRequest,
  ) {
    super();
  }
}

const OWNER = `
  SELECT d.organization_id AS id FROM organization_domain d JOIN organization o ON o.id = d.organization_id
   WHERE d.domain = $1 AND o.suspended_at IS NULL`;

/** Sends a questionnaire, sends it again through another channel, or revokes it: the previous channel then no longer works. */
@CommandHandler(SendQuestionnaire)
export class SendQuestionnaireHandler implements ICommandHandler<SendQuestionnaire> {
  constructor(
    private readonly database: Database,
    private readonly links: QuestionnaireLinks,
  ) {}

  async execute({ caller, request }: SendQuestionnaire): Promise<SendQuestionnaireResponse> {
    const { organizationId } = caller;
    const { id, dueAt, message } = request;
    if (dueAt !== undefined && Date.parse(dueAt) <= Date.now()) throw pastDueDate();
    return this.database.transaction(organizationId, async (tx) => {
      const row = await lockQuestionnaire(tx, { organizationId, id });
      const isWithdrawn = request.channel === 'QUESTIONNAIRE_CHANNEL_NONE';
      if (isWithdrawn) assertStatus(row, WITHDRAWABLE, 'taken back');
      else {
        assertStatus(row, IMPORTABLE, 'sent');
        await assertOnboarded(tx, row);
      }
      const { channel, recipientId } = await this.wayTo(tx, row, request.channel);
      const link = channel === 'QUESTIONNAIRE_CHANNEL_LINK' ? await this.links.make(organizationId, id) : undefined;
      const before = { dueAt: row.dueAt?.toISOString(), message: row.message };
      const now = new Date();
      await update(tx, row, {
        recipientId,
        linkId: link?.linkId ?? null,
        linkExpiresAt: link?.expiresAt ?? null,
        status: statusAfter(row.status, isWithdrawn),
        sentAt: isWithdrawn ? null : now,
        updatedAt: now,
        remindedAt: null,
        ...(dueAt !== undefined && { dueAt: new Date(dueAt) }),
        ...(message !== undefined && { message }),
      });
      const after = { dueAt: row.dueAt?.toISOString(), message: row.message, channel };
      if (!isWithdrawn) await announce(tx, organizationId, row, 'questionnaire.sent');
      await recordAudit(tx, caller, { targets: [targetOf(row)], changes: changesBetween(before, after) });
      return {
        questionnaire: toQuestionnaire(row),
        ...(link && { link: { url: link.url, expiresAt: link.expiresAt.toISOString() } }),
      };
    });
  }

  private async wayTo(
    tx: EntityManager,
    { vendorDomain }: QuestionnaireEntity,
    wanted: QuestionnaireChannel | undefined,
  ): Promise<{ channel: QuestionnaireChannel; recipientId: string | null }> {
    if (wanted === 'QUESTIONNAIRE_CHANNEL_LINK' || wanted === 'QUESTIONNAIRE_CHANNEL_NONE') return { channel: wanted, recipientId: null };
    const [owner] = await tx.query<{ id: string }[]>(OWNER, [vendorDomain]);
    if (owner) return { channel: 'QUESTIONNAIRE_CHANNEL_ORGANIZATION', recipientId: owner.id };
    if (wanted !== undefined) throw new VendorNotAnOrganization(vendorDomain);
    return { channel: 'QUESTIONNAIRE_CHANNEL_LINK', recipientId: null };
  }
}

function assertStatus({ id, status }: QuestionnaireEntity, allowed: readonly number[], wanted: string): void {
  if (!allowed.includes(status)) throw new QuestionnaireStatusConflict(id, status, wanted);
}

/** Answers given so far stay, and so does the status. */
function statusAfter(status: number, isWithdrawn: boolean): number {
  const { DRAFT, SENT } = QUESTIONNAIRE_STATUS.stored;
  if (isWithdrawn) return status === SENT ? DRAFT : status;
  return status === DRAFT ? SENT : status;
}

async function assertOnboarded(tx: EntityManager, { organizationId, vendorId, vendorDomain }: QuestionnaireEntity): Promise<void> {
  const vendor = await tx.findOneBy(VendorEntity, { organizationId, id: vendorId });
  if (vendor?.lifecycleStatus === LIFECYCLE.OFFBOARDED) throw new VendorOffboarded(vendorDomain);
}

function pastDueDate(): InvalidArgument {
  const violation = { field: 'dueAt', description: 'must be in the future' };
  return new InvalidArgument('dueAt: must be in the future', 'INVALID_REQUEST', [violation]);
}
