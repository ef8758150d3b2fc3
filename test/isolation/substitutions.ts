import { catalogueOf } from '#platform/filters/filter.dto';
import { fieldsOf, type Class } from '#platform/fields/field-definition';
import type { RegisteredOperation } from '#platform/operations/operation.registry';
import { marksOf } from './estate';

type Input = Record<string, unknown>;
type Path = (string | number)[];

/** A field of an input that accepts a text of the caller's choice. */
export interface Place {
  name: string;
  /** The text of the valid input. */
  value?: string;
  /** The field expects an identifier of the same form as this one. */
  resembles: (text: string) => boolean;
  /** A filter accepts many values at once, as long as none is malformed. */
  takes?: (text: string) => boolean;
  fill: (texts: readonly string[]) => Input;
}

const DOMAIN = /\b[a-z0-9-]+(\.[a-z0-9-]+)*\.(com|net|org|example)\b/g;

/** Every field of an operation's input that accepts a text, whether nested, in a list, in a filter or in the path. */
export function placesOf({ spec }: RegisteredOperation, good: Input): Place[] {
  const catalogue = catalogueOf(spec.request);
  const paths = new Map([...textPaths(spec.request, good), ...leaves(good)].map((path) => [path.join('.'), path]));
  const places = [...paths.values()].filter(([first]) => first !== 'cursor').map((path) => placeAt(good, path));
  const compared = Object.entries(catalogue?.fields ?? {}).flatMap(([name, field]): Place[] => {
    if (field.type !== 'text' && field.type !== 'keyword') return [];
    const rule = { field: { [catalogue?.form ?? '']: name }, comparison: 'COMPARISON_IN' };
    return [
      {
        name: `filters by ${name}`,
        resembles: () => true,
        takes: () => true,
        fill: (values) => ({ ...good, filters: [{ rule: { ...rule, value: { stringListValue: { values } } } }] }),
      },
    ];
  });
  return [...places, ...compared];
}

function textPaths(type: Class, good: unknown): Path[] {
  return [...fieldsOf(type)].flatMap(([name, field]): Path[] => {
    const own = field.list ? [name, 0] : [name];
    if (field.kind === 'text') return [own];
    if (field.kind !== 'object' || !field.type) return [];
    return textPaths(field.type(), at(good, own)).map((inner) => [...own, ...inner]);
  });
}

/** The text fields of the valid input itself, whatever its class declares. */
function leaves(value: unknown): Path[] {
  if (typeof value === 'string') return [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner).map((path) => [Array.isArray(value) ? Number(key) : key, ...path]));
}

function placeAt(good: Input, path: Path): Place {
  const before = at(good, path);
  return {
    name: path.join('.'),
    ...(typeof before === 'string' && { value: before }),
    resembles: (text) => typeof before === 'string' && marksOf(before).length > 0 && formOf(text) === formOf(before),
    // A document keeps its form with the domain replaced; any other field becomes the text itself.
    fill: ([text = '']) => put(good, path, typeof before === 'string' && /\s/.test(before) ? before.replace(DOMAIN, text) : text) as Input,
  };
}

/** `orn:1:observation`, `uuid`, `domain` or `word`. */
function formOf(text: string): string {
  const [orn] = /^orn:\d+:[^:]+/.exec(text) ?? [];
  if (orn !== undefined) return orn;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)) return 'uuid';
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) ? 'domain' : 'word';
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
}

function put(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  const inner = put((value as Record<string | number, unknown> | undefined)?.[key], rest, text);
  if (typeof key === 'number') return Object.assign([...((value as unknown[] | undefined) ?? [])], { [key]: inner });
  return { ...(value as Input | undefined), [key]: inner };
}
