import { fieldsOf } from '#platform/fields/field-definition';
import type { RegisteredOperation } from '#platform/operations/operation.registry';
import type { Estate } from '../isolation/estate';
import { answerAll, createQuestionnaire } from '../support/questionnaires';
import { rule } from '../support/vendors';
import type { Input } from './generated-call';

/** Valid calls. Those that succeed only once are repeated with new data. */
export async function goodInputs(estate: Estate, operation: RegisteredOperation, times: number): Promise<Input[]> {
  const { org, word } = estate;
  const input = estate.inputFor(operation);
  const made = async (make: (at: number) => Input | Promise<Input>): Promise<Input[]> => {
    const inputs: Input[] = [];
    for (let at = 0; at < times; at += 1) inputs.push({ ...input, ...(await make(at)) });
    return inputs;
  };
  switch (operation.spec.name) {
    case 'CreateVendor':
      return made((at) => ({ domainName: `new${at}-${word}.com` }));
    case 'CreateVendorGroup':
      return made((at) => ({ name: `New ${at} ${word}` }));
    case 'DeleteVendorGroup':
      return made(async (at) => ({
        groupId: (await org.post('vendors/groups', { name: `Short-lived ${at} ${word}` })).body.vendorGroup.id as string,
      }));
    case 'RevokeCredential':
      return made(async (at) => ({
        clientId: (await org.post('credentials', { name: `Short-lived ${at}`, scopes: ['avd.read'] })).body.credential.clientId as string,
      }));
    case 'DeleteWebhook': {
      const { webhooks } = (await org.get('webhooks')).body as { webhooks: { id: string }[] };
      return webhooks.map(({ id }) => ({ ...input, id }));
    }
    case 'TestWebhook':
    case 'RedeliverWebhook':
      await org.patch(`webhooks/${String(input.id)}`, { isEnabled: true }); // an earlier call may have disabled it
      return [input];
    case 'AnswerQuestionnaire':
      return made(async () => ({ id: await sent(org) }));
    case 'ImportQuestionnaireAnswers':
      return made(async () => ({ id: await questionnaire(org) }));
    case 'SubmitQuestionnaire':
      return made(async () => ({ id: await answered(org) }));
    case 'ReviewQuestionnaire':
      return made(async () => {
        const id = await answered(org);
        await org.post(`questionnaires/${id}/submit`, {});
        return { id };
      });
    default:
      return fieldsOf(operation.spec.request).has('cursor') ? [input, ...(await nextPage(estate, operation, input))] : [input];
  }
}

/** A draft for the organization's own domain. */
async function questionnaire(org: Estate['org']): Promise<string> {
  const { vendors } = (await org.post('vendors', { filters: [rule('DOMAIN_NAME', 'EQUALS', { stringValue: org.organization.domain })] }))
    .body;
  return (await createQuestionnaire(org, { vendorId: vendors[0].id })).body.questionnaire.id as string;
}

async function sent(org: Estate['org']): Promise<string> {
  const id = await questionnaire(org);
  await org.post(`questionnaires/${id}/send`, {});
  return id;
}

async function answered(org: Estate['org']): Promise<string> {
  const id = await sent(org);
  await answerAll(org, id);
  return id;
}

/** The next page of the same list. */
async function nextPage(estate: Estate, operation: RegisteredOperation, input: Input): Promise<Input[]> {
  const first = { ...input, limit: 1 };
  const { body } = await estate.overRest(operation, first);
  const cursor = (body as { nextCursor?: string }).nextCursor;
  return cursor === undefined || cursor === '' ? [] : [{ ...first, cursor }];
}
