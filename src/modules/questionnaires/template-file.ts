import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '#platform/config/project-root';
import type { Enumeration } from '#platform/fields/enumeration';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY, type ObservationCategory, type ObservationSeverity } from '#shared/observation.enums';
import { MAX_QUESTIONS } from './answer-value';
import { QUESTION_KIND, type QuestionKind } from './questionnaire.enums';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A template as its author wrote it. A questionnaire for a vendor starts with a copy of the sections. */
export interface QuestionnaireTemplate {
  /** Stable: importing a file with an existing id replaces that template. */
  id: string;
  name: string;
  version: string;
  description?: string;
  sections: TemplateSection[];
}

export interface TemplateSection {
  title: string;
  questions: TemplateQuestion[];
}

export interface TemplateQuestion {
  /** Unique within the template. */
  id: string;
  text: string;
  kind: QuestionKind;
  /** An answer that becomes a finding. Only for YES_NO questions. */
  finding?: FailedAnswer;
}

export interface FailedAnswer {
  when: 'YES' | 'NO';
  category: ObservationCategory;
  severity: ObservationSeverity;
  /** The question by default. */
  title?: string;
}

const slug = () =>
  z.string().max(100, 'longer than 100 characters').regex(SLUG, 'must consist of lower-case letters, digits and single hyphens');
const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'empty')
    .refine((value) => [...value].length <= longest, `longer than ${longest} characters`)
    // PostgreSQL can store neither.
    .refine((value) => !/\0|[\uD800-\uDFFF]/u.test(value), 'contains a NUL character or an unpaired surrogate');

const member = <Prefix extends string, Short extends string>(type: Enumeration<Prefix, Short>) =>
  z.string().transform((value, context): `${Prefix}_${Short}` => {
    const found = type.parse(value);
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: `must be one of ${type.short.join(', ')}` });
    return z.NEVER;
  });

const finding = z.strictObject({
  when: z.enum(['YES', 'NO']),
  category: member(OBSERVATION_CATEGORY),
  severity: member(OBSERVATION_SEVERITY),
  title: text(500).optional(),
});

const question = z
  .strictObject({ id: slug(), text: text(1000), kind: member(QUESTION_KIND), finding: finding.optional() })
  .refine((read) => read.finding === undefined || read.kind === 'QUESTION_KIND_YES_NO', {
    path: ['finding'],
    message: 'only questions of the kind YES_NO can have one',
  });

const TEMPLATE: z.ZodType<QuestionnaireTemplate> = z
  .strictObject({
    id: slug(),
    name: text(255),
    version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'must have the form 1.0.0'),
    description: text(1000).optional(),
    sections: z
      .array(
        z.strictObject({
          title: text(255),
          questions: z.array(question).min(1, 'empty'),
        }),
      )
      .min(1, 'empty'),
  })
  .superRefine(({ sections }, context) => {
    const ids = new Set<string>();
    for (const [section, { questions }] of sections.entries()) {
      for (const [question, { id }] of questions.entries()) {
        if (ids.has(id)) {
          context.addIssue({ code: 'custom', path: ['sections', section, 'questions', question, 'id'], message: `"${id}" is used twice` });
        }
        ids.add(id);
      }
    }
    const count = sections.reduce((sum, { questions }) => sum + questions.length, 0);
    if (count > MAX_QUESTIONS) context.addIssue({ code: 'custom', path: ['sections'], message: `more than ${MAX_QUESTIONS} questions` });
  });

/** Reads the text of a template file: one template or a list of them. Reports every problem with its path in the document. */
export function readTemplateFile(json: string): { templates: QuestionnaireTemplate[] } | { problems: string[] } {
  let document: unknown;
  try {
    document = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problems: [`Not JSON: ${(error as Error).message}`] };
  }
  const read = z
    .array(TEMPLATE)
    .min(1, 'empty')
    .safeParse(Array.isArray(document) ? document : [document]);
  if (!read.success)
    return {
      problems: read.error.issues.map(({ path, message }) => `${placeOf(Array.isArray(document) ? path : path.slice(1))}: ${message}`),
    };

  const ids = read.data.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return twice.length > 0 ? { problems: twice.map((id) => `Two templates have the id "${id}".`) } : { templates: read.data };
}

let shipped: readonly QuestionnaireTemplate[] | undefined;

/** The templates shipped with the project, sorted by id. Read and checked once per process. */
export function shippedTemplates(): readonly QuestionnaireTemplate[] {
  return (shipped ??= readShipped());
}

function readShipped(): QuestionnaireTemplate[] {
  const folder = join(projectRoot(), 'src/modules/questionnaires/templates');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const read = readTemplateFile(readFileSync(join(folder, file), 'utf8'));
      if ('problems' in read) throw new Error(`${file}: ${read.problems.join(' ')}`);
      return read.templates;
    });
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return place.replace(/^\./, '') || 'document';
}
