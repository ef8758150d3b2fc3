import { fieldsOf } from '#platform/http/field-spec';
import type { RegisteredOperation } from '#platform/operations/operation.registry';
import type { Estate } from '../isolation/estate';
import type { Input } from './generated-call';

/** Valid calls. Those that succeed only once are repeated with new data. */
export async function goodInputs(estate: Estate, operation: RegisteredOperation, times: number): Promise<Input[]> {
  const input = estate.inputFor(operation);
  const each = (change: (at: number) => Input) => Array.from({ length: times }, (_, at) => ({ ...input, ...change(at) }));
  switch (operation.spec.name) {
    case 'CreateVendor':
      return each((at) => ({ domainName: `new${at}-${estate.word}.com` }));
    case 'CreateVendorGroup':
      return each((at) => ({ name: `New ${at} ${estate.word}` }));
    case 'DeleteVendorGroup': {
      const made: Input[] = [];
      for (let at = 0; at < times; at += 1) {
        const { body } = await estate.org.post('vendors/groups', { name: `Short-lived ${at} ${estate.word}` });
        made.push({ ...input, groupId: body.vendorGroup.id as string });
      }
      return made;
    }
    case 'RevokeCredential': {
      const made: Input[] = [];
      for (let at = 0; at < times; at += 1) {
        const { body } = await estate.org.post('credentials', { name: `Short-lived ${at}`, scopes: ['avd.read'] });
        made.push({ ...input, clientId: body.credential.clientId as string });
      }
      return made;
    }
    default:
      return fieldsOf(operation.spec.request).has('cursor') ? [input, ...(await nextPage(estate, operation, input))] : [input];
  }
}

/** The next page of the same list. */
async function nextPage(estate: Estate, operation: RegisteredOperation, input: Input): Promise<Input[]> {
  const first = { ...input, limit: 1 };
  const { body } = await estate.overRest(operation, first);
  const cursor = (body as { nextCursor?: string }).nextCursor;
  return cursor === undefined || cursor === '' ? [] : [{ ...first, cursor }];
}
