import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database, PLATFORM } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
import type {
  GetQuestionnaireTemplatesRequest,
  GetQuestionnaireTemplatesResponse,
  QuestionnaireTemplateRecord,
  QuestionnaireTemplateSection,
} from './get-questionnaire-templates.dto';

export class GetQuestionnaireTemplates extends Query<GetQuestionnaireTemplatesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetQuestionnaireTemplatesRequest,
  ) {
    super();
  }
}

interface Row {
  id: string;
  name: string;
  version: string;
  description: string | null;
  questionCount: number;
  sections: QuestionnaireTemplateSection[];
  updatedAt: Date;
}

const PAGE = `
  SELECT id, name, version, description, question_count AS "questionCount", updated_at AS "updatedAt",
         ARRAY(SELECT jsonb_build_object('title', s -> 'title', 'questionCount', jsonb_array_length(s -> 'questions'))
                 FROM jsonb_array_elements(sections) WITH ORDINALITY AS part(s, place) ORDER BY place) AS sections
    FROM questionnaire_template
   WHERE id > $1
   ORDER BY id
   LIMIT $2 OFFSET $3`;
const COUNT = `SELECT count(*)::int AS total FROM questionnaire_template`;

@QueryHandler(GetQuestionnaireTemplates)
export class GetQuestionnaireTemplatesHandler implements IQueryHandler<GetQuestionnaireTemplates> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetQuestionnaireTemplates): Promise<GetQuestionnaireTemplatesResponse> {
    const page = await this.cursors.page([caller.organizationId, 'GetQuestionnaireTemplates'], request);
    const [after = ''] = page.place ?? [];
    const [rows, [count]] = await Promise.all([
      this.database.read<Row>(PLATFORM, PAGE, [after, page.fetched, page.offset]),
      this.database.read<{ total: number }>(PLATFORM, COUNT),
    ]);
    const { shown, next } = page.cut(rows, (row) => [row.id]);
    return {
      templates: shown.map(toRecord),
      totalCount: count?.total ?? 0,
      ...next,
    };
  }
}

function toRecord({ id, name, version, description, questionCount, sections, updatedAt }: Row): QuestionnaireTemplateRecord {
  return {
    id,
    name,
    version,
    description: description ?? undefined,
    questionCount,
    sections: sections.map((section) => ({ title: section.title, questionCount: section.questionCount })),
    updatedAt: updatedAt.toISOString(),
  };
}
