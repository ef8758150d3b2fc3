import { Injectable, type OnModuleInit } from '@nestjs/common';
import { byOperator, bySystem, type AuditCall } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { readTemplateFile, shippedTemplates, type QuestionnaireTemplate } from './template-file';

export interface TemplateCounts {
  created: number;
  updated: number;
  unchanged: number;
  total: number;
}

const KNOWN = `SELECT id, version FROM questionnaire_template WHERE id = ANY($1::text[])`;

const WRITE = `
  INSERT INTO questionnaire_template AS t (id, name, version, description, sections, question_count, updated_at)
  SELECT n.*, now()
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::integer[]) AS n(id, name, version, description, sections, question_count)
   ORDER BY n.id
  ON CONFLICT (id) DO UPDATE
     SET name = excluded.name, version = excluded.version, description = excluded.description, sections = excluded.sections,
         question_count = excluded.question_count, updated_at = excluded.updated_at
   WHERE (t.name, t.version, t.description, t.sections) IS DISTINCT FROM (excluded.name, excluded.version, excluded.description, excluded.sections)
  RETURNING (xmax = 0) AS created`;

/** Imports questionnaire templates: those of a file, and at every start those shipped with the project. */
@Injectable()
export class TemplateImport implements OnModuleInit {
  constructor(private readonly database: Database) {}

  /** A shipped template replaces an older version only. One that an operator imported under its id with the same or a newer version stays. */
  async onModuleInit(): Promise<void> {
    const shipped = shippedTemplates();
    const known = await this.database.read<{ id: string; version: string }>(PLATFORM, KNOWN, [shipped.map(({ id }) => id)]);
    const versions = new Map(known.map(({ id, version }) => [id, version]));
    const newer = shipped.filter(({ id, version }) => isNewer(version, versions.get(id)));
    if (newer.length > 0) await this.write(newer, bySystem('ship templates'));
  }

  /** Imports the text of a template file. A template with an existing id is replaced; questionnaires created from it do not change. */
  async import(json: string): Promise<TemplateCounts> {
    const read = readTemplateFile(json);
    if ('templates' in read) return this.write(read.templates, byOperator('import templates'));
    const violations = read.problems.map((description) => ({ field: 'file', description }));
    throw new InvalidArgument(`The file cannot be imported: ${read.problems.join('; ')}`, 'INVALID_TEMPLATE_FILE', violations);
  }

  private async write(templates: readonly QuestionnaireTemplate[], by: AuditCall): Promise<TemplateCounts> {
    const columns = [
      templates.map(({ id }) => id),
      templates.map(({ name }) => name),
      templates.map(({ version }) => version),
      templates.map(({ description }) => description ?? null),
      templates.map(({ sections }) => JSON.stringify(sections)),
      templates.map(({ sections }) => sections.reduce((sum, { questions }) => sum + questions.length, 0)),
    ];
    const written = await this.database.transaction(PLATFORM, async (tx) => {
      const rows = await tx.query<{ created: boolean }[]>(WRITE, columns);
      await recordAudit(tx, by, { targets: templates.map(({ id, name }) => ({ type: 'questionnaireTemplate', id, displayName: name })) });
      return rows;
    });
    const created = written.filter((row) => row.created).length;
    return { created, updated: written.length - created, unchanged: templates.length - written.length, total: templates.length };
  }
}

function isNewer(version: string, known: string | undefined): boolean {
  if (known === undefined) return true;
  const [ours, theirs] = [version, known].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const place = ours.findIndex((part, index) => part !== theirs[index]);
  return place >= 0 && (ours[place] ?? 0) > (theirs[place] ?? 0);
}
