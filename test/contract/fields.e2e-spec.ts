import { fieldsOf } from '#platform/fields/field-definition';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { rowFieldsOf, rowsIn, type RowFields } from '#platform/paging/row-fields';
import { Portfolio } from '../support/portfolio';
import { createQuestionnaire } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';
import { createGroup } from '../support/vendor-groups';
import { RECEIVER_URL } from '../support/webhooks';
import { Twin } from './twin';

type Row = Record<string, unknown>;

interface List {
  operation: RegisteredOperation;
  rowFields: RowFields;
  rows: string;
}

describe('the fields of a list', () => {
  let service: TestApp;
  let operations: readonly RegisteredOperation[];
  let lists: List[];
  let twin: Twin;
  let domain: string;

  beforeAll(async () => {
    service = await startTestApp();
    operations = service.app.get(OperationRegistry).operations;
    lists = operations
      .filter(({ spec }) => !spec.streams)
      .flatMap((operation) => {
        const rowFields = rowFieldsOf(operation.spec.request);
        return rowFields ? [{ operation, rowFields, rows: rowsIn(operation.spec.response, rowFields) }] : [];
      });
    [twin] = await Twin.pair(service);
    const { id, domainName } = (await twin.org.post('vendors', {})).body.vendors[0] as { id: string; domainName: string };
    domain = domainName;
    await createGroup(twin.org, 'Carriers');
    expect((await twin.org.post(`vendors/${id}/annotate`, { comment: 'Seen' })).status).toBe(200);
    expect((await createQuestionnaire(twin.org, { templateId: 'security-baseline', vendorId: id })).status).toBe(200);
    await new Portfolio(service, twin.org).detect([{ host: domainName, mx: ['aspmx.l.google.com'] }]);
    const webhook = await twin.org.post('webhooks', { name: 'Receiver', url: RECEIVER_URL });
    twin.remember(webhook);
    expect((await twin.org.post(`webhooks/${webhook.body.webhook.id}/test`, {})).status).toBe(200);
  });
  afterAll(() => service.close());

  const aboutVendor = (filters: unknown) => JSON.parse(JSON.stringify(filters).replace(/[\w-]+\.com/g, domain)) as unknown;

  it('can be selected in every paged list', () => {
    const paged = operations.filter(({ spec }) => !spec.streams && fieldsOf(spec.request).has('limit')).map(({ spec }) => spec.name);
    const choosing = lists.map(({ operation }) => operation.spec.name);
    // A graph has nodes and edges instead of rows.
    expect(paged.filter((name) => !choosing.includes(name))).toEqual(['GetFourthPartyGraph']);
  });

  it('are returned as named, with the ids, and all of them for "*"', async () => {
    const empty: string[] = [];
    for (const { operation, rowFields, rows } of lists) {
      const { filters, ...input } = twin.inputFor(operation); // examples filter for demo data
      if (fieldsOf(operation.spec.request).get('filters')?.required) input.filters = aboutVendor(filters);
      const rowsOf = async (fields?: string[]) => {
        const { status, body } = await twin.overRest(operation, { ...input, ...(fields && { fields }) });
        expect({ [operation.spec.name]: status }).toEqual({ [operation.spec.name]: 200 });
        return (body as Record<string, Row[]>)[rows] ?? [];
      };
      const whole = await rowsOf();
      const field = [...fieldsOf(rowFields.row).keys()].find((name) => !rowFields.ids.includes(name) && whole.some((row) => name in row));
      if (field === undefined) {
        empty.push(operation.spec.name);
        continue;
      }
      const names = [...rowFields.ids, field];
      const expected = whole.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))));
      expect({ [operation.spec.name]: await rowsOf([field]) }).toEqual({ [operation.spec.name]: expected });
      expect(await rowsOf(['*', field])).toEqual(whole);
    }
    // Some lists need data that this organization does not have.
    expect(empty.length).toBeLessThan(0.25 * lists.length);
  });

  it('are refused when the resource has no such field, with their position', async () => {
    for (const { operation, rowFields } of lists) {
      const fields = [...rowFields.ids, 'nonesuch'];
      const { status, body } = await twin.overRest(operation, { ...twin.inputFor(operation), fields });
      const { details } = body as { details: { fieldViolations?: { field: string }[] }[] };
      expect({ status, violation: details.flatMap(({ fieldViolations = [] }) => fieldViolations)[0]?.field }).toEqual({
        status: 400,
        violation: `fields[${rowFields.ids.length}]`,
      });
    }
  });

  it('in the defaults for agents exist in the resource', () => {
    for (const { rowFields } of lists.filter(({ operation }) => !operation.spec.restOnly)) {
      expect(rowFields.brief.filter((name) => !fieldsOf(rowFields.row).has(name))).toEqual([]);
      expect(rowFields.brief).toEqual(expect.arrayContaining([...rowFields.ids]));
    }
  });
});
