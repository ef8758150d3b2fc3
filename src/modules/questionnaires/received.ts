import type { EntityManager } from 'typeorm';
import { actingFor } from '#platform/database/acting-for';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { lockQuestionnaire } from './exchange';
import { toQuestionnaire, type Questionnaire } from './questionnaire.dto';
import type { QuestionnaireEntity } from './questionnaire.entity';
import { QuestionnaireNotFound } from './questionnaire.errors';
import { ReceivedQuestionnaireEntity } from './received-questionnaire.entity';

/**
 * Works on a questionnaire that was sent to the caller's organization. The caller's own row proves that it was sent; the questionnaire and
 * its answers belong to the sender.
 */
export async function onReceived(
  tx: EntityManager,
  { organizationId }: Caller,
  id: string,
  work: (row: QuestionnaireEntity) => Promise<void>,
): Promise<{ row: QuestionnaireEntity; shown: Questionnaire }> {
  const received = isUuid(id) ? await tx.findOneBy(ReceivedQuestionnaireEntity, { organizationId, id }) : null;
  if (!received) throw new QuestionnaireNotFound(id);
  const sender = { caller: organizationId, organizationId: received.senderId };
  const row = await actingFor(tx, sender, async () => {
    const locked = await lockQuestionnaire(tx, { organizationId: received.senderId, id });
    // Revoked while the call waited.
    if (locked.recipientId !== organizationId) throw new QuestionnaireNotFound(id);
    await work(locked);
    return locked;
  });
  const { senderName: name, senderDomain: domain } = received;
  return { row, shown: Object.assign(toQuestionnaire(row), { sender: { name, domain } }) };
}
