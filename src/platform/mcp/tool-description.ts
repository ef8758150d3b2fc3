import type { Deprecation } from '#platform/operations/lifecycle';
import type { OperationSpec } from '#platform/operations/operation';
import { briefText } from './sentences';

const MAX_CHARACTERS = 260;

/**
 * The description of a tool for agents: its purpose and when to use another tool. What all tools share (paging, fields, filters, errors) is
 * in the instructions of the server, the effect in the annotations, and the full description in the reference.
 */
export function toolDescription(spec: OperationSpec, deprecation: Deprecation | undefined, toolNames: ReadonlySet<string>): string {
  const brief = briefText([`${spec.summary}.`, spec.description].join(' ').trim(), toolNames, MAX_CHARACTERS);
  return deprecation ? `${deprecated(deprecation)} ${brief}` : brief;
}

function deprecated({ deprecatedAt, sunsetAt, replacement }: Deprecation): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return `DEPRECATED since ${day(deprecatedAt)}, removed on ${day(sunsetAt)}; use ${replacement} instead.`;
}
