import type { EntityManager } from 'typeorm';
import { actingFor } from '#platform/database/acting-for';
import { recordEvent } from '#platform/events/record-event';
import { toQuestionnaire } from './questionnaire.dto';
import type { QuestionnaireEntity } from './questionnaire.entity';

type ExchangeEvent = 'questionnaire.sent' | 'questionnaire.submitted' | 'questionnaire.reviewed';

/** Records events for the webhooks of both organizations. `caller` is the organization that the transaction runs for. */
export async function announce(
  tx: EntityManager,
  caller: string,
  row: QuestionnaireEntity,
  type: ExchangeEvent,
  facts: { isReminder?: true } = {},
): Promise<void> {
  const data = [Object.assign(toQuestionnaire(row), facts)];
  for (const organizationId of new Set([row.organizationId, row.recipientId])) {
    if (organizationId === null) continue;
    await actingFor(tx, { caller, organizationId }, () => recordEvent(tx, organizationId, type, data));
  }
}
