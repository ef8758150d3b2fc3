import { Client } from 'pg';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { acceptableInputs } from '../contract/generated-inputs';
import { Twin } from '../contract/twin';
import type { TestApp } from '../support/test-app';

const TURN = { write: 0, read: 1, destructive: 2 };
const ABOUT_DATA = /^\s*\(?\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/i;

/** Not settings, temporary tables and COPY. */
export const isAboutData = (text: string) => ABOUT_DATA.test(text);

/** All data statements that the service issues when each operation is called, once or in many ways; sorted. */
export async function statementsOfEveryOperation(service: TestApp, ways: 'one' | 'many'): Promise<string[]> {
  const texts = new Set<string>();
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...parameters: unknown[]) {
    const [first] = parameters as [string | { text?: string; statements?: readonly { text: string }[] }];
    if (typeof first === 'string') texts.add(first);
    else for (const { text = '' } of first.statements ?? [first]) texts.add(text);
    return Reflect.apply(query, this, parameters) as never;
  };
  try {
    const [caller] = await Twin.pair(service);
    const operations = [...service.app.get(OperationRegistry).operations].sort((a, b) => TURN[a.spec.effect] - TURN[b.spec.effect]);
    for (const operation of operations) {
      const good = caller.inputFor(operation);
      for (const input of ways === 'one' ? [good] : acceptableInputs(operation, good))
        caller.remember(await caller.overRest(operation, input));
    }
  } finally {
    Client.prototype.query = query;
  }
  return [...texts].filter(isAboutData).sort();
}
