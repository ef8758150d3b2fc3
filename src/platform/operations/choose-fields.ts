import { chosenNames, pickRows, rowFieldsOf, rowsIn } from '#platform/paging/row-fields';
import type { OperationSpec } from './operation';

type Choose = (request: object, answer: Promise<object>) => Promise<object>;

const known = new WeakMap<OperationSpec, Choose>();

/** Drops the fields of a list's rows that the request does not name. Without `fields` the answer passes unchanged. */
export function chooseFields(spec: OperationSpec): Choose | undefined {
  if (spec.streams) return undefined; // exports choose their fields themselves
  let choose = known.get(spec);
  if (!choose) {
    const rowFields = rowFieldsOf(spec.request);
    if (!rowFields) return undefined;
    const rows = rowsIn(spec.response, rowFields);
    choose = (request, answer) => {
      const names = chosenNames(rowFields.ids, (request as { fields?: string[] }).fields);
      return names ? answer.then((body) => pickRows(body, rows, names)) : answer;
    };
    known.set(spec, choose);
  }
  return choose;
}

/** The same for a controller method. Not an interceptor: another one would cost every call of the list several microseconds. */
export function ChoosesFields(spec: OperationSpec): MethodDecorator {
  const choose = chooseFields(spec);
  return (_target, _name, descriptor) => {
    if (!choose) return;
    const method = descriptor.value as unknown as (caller: object, request: object) => Promise<object>;
    const chosen = function (this: unknown, caller: object, request: object): Promise<object> {
      return choose(request, method.call(this, caller, request));
    };
    descriptor.value = chosen as never;
  };
}
