import { catalogueOf } from '#platform/filters/filter.dto';
import type { Deprecation, LifecycleStage } from '#platform/operations/lifecycle';
import type { OperationSpec } from '#platform/operations/operation';
import { MAX_PAGE, DEFAULT_PAGE } from '#platform/paging/page.dto';
import { filterHelp } from './filter-help';
import type { ObjectSchema } from './tool-schemas';

/** The description of a tool for agents: purpose, required scopes, effects and paging. */
export function toolDescription(spec: OperationSpec, input: ObjectSchema, deprecation: Deprecation | undefined): string {
  return [
    deprecation && deprecated(deprecation),
    spec.description ?? `${spec.summary}.`,
    effect(spec),
    paging(input),
    filters(spec),
    largest(spec),
    needs(spec),
    stage(deprecation ? 'deprecated' : spec.stage, spec.version),
  ]
    .filter((line) => line !== undefined)
    .join('\n\n');
}

function needs({ scopes, anyScopeOf }: OperationSpec): string {
  if (anyScopeOf) return `Needs ${[...scopes, `one of the scopes ${anyScopeOf.join(', ')}`].join(' and ')}, for what is asked.`;
  return scopes.length === 0 ? 'Any token may call it.' : `Needs the scope${scopes.length > 1 ? 's' : ''} ${scopes.join(' and ')}.`;
}

function deprecated({ deprecatedAt, sunsetAt, replacement }: Deprecation): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return `DEPRECATED since ${day(deprecatedAt)}, removed on ${day(sunsetAt)}; use ${replacement} instead.`;
}

function stage(name: LifecycleStage, version: string): string | undefined {
  return name === 'stable' ? undefined : `Stage ${name}, version ${version}.`;
}

function effect({ effect }: OperationSpec): string | undefined {
  if (effect === 'read') return undefined;
  const repeat = 'Send an Idempotency-Key header with the HTTP request to make a repeated call safe.';
  return effect === 'destructive' ? `Destructive: cannot be undone. ${repeat}` : `Changes data. ${repeat}`;
}

function paging({ properties }: ObjectSchema): string | undefined {
  if (!('limit' in properties)) return undefined;
  const pages = `Returns one page: ${DEFAULT_PAGE} rows by default, at most ${MAX_PAGE} with limit.`;
  if (!('cursor' in properties)) return `${pages} offset skips rows.`;
  return `${pages} For the next page call again with the same arguments and cursor set to nextCursor, which is absent on the last page.`;
}

function filters({ request }: OperationSpec): string | undefined {
  const catalogue = catalogueOf(request);
  return catalogue && filterHelp(catalogue);
}

function largest({ bodyLimit }: OperationSpec): string | undefined {
  return bodyLimit === undefined ? undefined : `Accepts arguments of at most ${Math.floor(bodyLimit / 1_048_576)} MiB.`;
}
