import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database, PLATFORM } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
import { pageOffset, pageSize } from '#platform/paging/page.dto';
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
    const cursors = await this.cursors.ready();
    const binding = [caller.organizationId, 'GetQuestionnaireTemplates'];
    const [after = ''] = request.cursor ? cursors.open(binding, request.cursor) : [];
    const limit = pageSize(request.limit);
    const [rows, [count]] = await Promise.all([
      this.database.read<Row>(PLATFORM, PAGE, [after, limit + 1, pageOffset(request)]),
      this.database.read<{ total: number }>(PLATFORM, COUNT),
    ]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined; // one extra row was read: there is a next page
    return {
      templates: page.map(toRecord),
      totalCount: count?.total ?? 0,
      ...(last && { nextCursor: cursors.seal(binding, [last.id]) }),
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
