import type { FieldCatalogue } from '#platform/filters/field-catalogue';

/** Topics of single tools start with this, followed by the name. */
export const TOOL_TOPIC = 'tools/';

/** `filters/observations` for observationsField. */
export function filterTopic({ form }: FieldCatalogue): string {
  return `filters/${resourceOf(form)}`;
}

/** The list that explains the filters of a catalogue to agents: GetObservations for observationsField. */
export function listOf({ form }: FieldCatalogue): string {
  const resource = resourceOf(form);
  return `Get${resource.charAt(0).toUpperCase()}${resource.slice(1)}`;
}

function resourceOf(form: FieldCatalogue['form']): string {
  return form.replace(/Field$/, '');
}
