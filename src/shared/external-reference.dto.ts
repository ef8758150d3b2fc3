import { InvalidArgument } from '#platform/errors/api-error';
import { NestedList, Text } from '#platform/fields/fields';

/** Maximum number of references per object. */
export const MAX_REFERENCES = 20;
const HTTP_URL = /^https?:\/\/\S+$/i;

/** A ticket or other record in another system. System and key identify it, whatever their case. */
export class ExternalReference {
  @Text({ max: 64, trim: true, example: 'Jira' })
  system!: string;

  @Text({ max: 255, trim: true, example: 'SEC-1042' })
  key!: string;

  @Text({ max: 2048, optional: true, trim: true, pattern: HTTP_URL, format: 'uri', example: 'https://northwind.example/browse/SEC-1042' })
  url?: string;
}

/** What an annotation adds to an object and removes from it. */
export class Annotation {
  @Text({ max: 4000, optional: true, trim: true, example: 'Agreed with the vendor on Friday', description: 'Recorded in the history.' })
  comment?: string;

  @NestedList(() => ExternalReference, {
    maxItems: MAX_REFERENCES,
    optional: true,
    description: `Added, or replaced if system and key exist. At most ${MAX_REFERENCES} in total.`,
  })
  externalReferences?: ExternalReference[];

  @NestedList(() => ExternalReference, {
    maxItems: MAX_REFERENCES,
    optional: true,
    description: 'Removed, by system and key. One that is also in externalReferences stays.',
  })
  removeExternalReferences?: ExternalReference[];
}

/** Refuses an empty annotation. */
export function assertSaysSomething({ comment, externalReferences = [], removeExternalReferences = [] }: Annotation): void {
  if (comment || externalReferences.length > 0 || removeExternalReferences.length > 0) return;
  const description = 'give a comment, externalReferences or removeExternalReferences';
  throw new InvalidArgument(
    `There is nothing to change: ${description}.`,
    'NOTHING_TO_CHANGE',
    ['comment', 'externalReferences', 'removeExternalReferences'].map((field) => ({ field, description })),
  );
}
