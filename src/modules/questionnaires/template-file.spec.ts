import { readTemplateFile, shippedTemplates, type QuestionnaireTemplate } from './template-file';

const question = (id: string, text = 'Do you?') => ({ id, text, kind: 'QUESTION_KIND_YES_NO' });
const template = (changes: object = {}) => ({
  id: 'short-check',
  name: 'Short check',
  version: '1.0.0',
  sections: [{ title: 'Only section', questions: [question('q-1'), question('q-2')] }],
  ...changes,
});
const withQuestions = (...questions: object[]) => template({ sections: [{ title: 'Only section', questions }] });

function problemsOf(document: unknown): string[] {
  const read = readTemplateFile(JSON.stringify(document));
  return 'problems' in read ? read.problems : [];
}

describe('readTemplateFile', () => {
  it('reads one template', () => {
    expect(readTemplateFile(JSON.stringify(template()))).toEqual({ templates: [template()] });
  });

  it('reads a list of templates, with a byte order mark', () => {
    const list = [template(), template({ id: 'other', description: 'Another one.' })];
    expect(readTemplateFile(`\uFEFF${JSON.stringify(list)}`)).toEqual({ templates: list });
  });

  it('accepts short names of kinds in any case and trims texts', () => {
    const read = readTemplateFile(JSON.stringify(withQuestions({ id: 'q', text: ' Since when? ', kind: 'date' })));
    expect(read).toMatchObject({ templates: [{ sections: [{ questions: [{ text: 'Since when?', kind: 'QUESTION_KIND_DATE' }] }] }] });
  });

  it('accepts 200 questions of 1000 characters', () => {
    const questions = Array.from({ length: 200 }, (_, index) => question(`q-${index}`, '😀'.repeat(1000)));
    expect(problemsOf(withQuestions(...questions))).toEqual([]);
    expect(problemsOf(withQuestions(...questions, question('q-200')))).toEqual(['sections: more than 200 questions']);
  });

  it.each<[unknown, string]>([
    [null, 'document: Invalid input: expected object, received null'],
    [[], 'document: empty'],
    [template({ id: 'Short Check' }), 'id: must consist of lower-case letters, digits and single hyphens'],
    [template({ id: 'a'.repeat(101) }), 'id: longer than 100 characters'],
    [template({ name: '  ' }), 'name: empty'],
    [template({ name: 'n'.repeat(256) }), 'name: longer than 255 characters'],
    [template({ name: 'NUL \0' }), 'name: contains a NUL character or an unpaired surrogate'],
    [template({ version: 1 }), 'version: Invalid input: expected string, received number'],
    [template({ version: '1.0' }), 'version: must have the form 1.0.0'],
    [template({ owner: 'me' }), 'document: Unrecognized key: "owner"'],
    [template({ sections: [] }), 'sections: empty'],
    [template({ sections: [{ title: 'None', questions: [] }] }), 'sections[0].questions: empty'],
    [withQuestions(question('q', '')), 'sections[0].questions[0].text: empty'],
    [withQuestions(question('q', 't'.repeat(1001))), 'sections[0].questions[0].text: longer than 1000 characters'],
    [withQuestions(question('q'), question('q')), 'sections[0].questions[1].id: "q" is used twice'],
    [
      withQuestions({ ...question('q'), kind: 'SINGLE_CHOICE' }),
      'sections[0].questions[0].kind: must be one of YES_NO, TEXT, NUMBER, DATE, URL',
    ],
    [
      withQuestions({ ...question('q'), finding: { when: 'NO', category: 'WEATHER', severity: 'HIGH' } }),
      expect.stringMatching(/^sections\[0\]\.questions\[0\]\.finding\.category: must be one of VULNERABILITY, /) as string,
    ],
    [
      withQuestions({ ...question('q'), kind: 'TEXT', finding: { when: 'NO', category: 'ENCRYPTION', severity: 'HIGH' } }),
      'sections[0].questions[0].finding: only questions of the kind YES_NO can have one',
    ],
    [[template(), { ...template({ id: 'b' }), name: undefined }], '[1].name: Invalid input: expected string, received undefined'],
    [[template(), template()], 'Two templates have the id "short-check".'],
  ])('refuses %j', (document, problem) => {
    expect(problemsOf(document)).toEqual([problem]);
  });

  it('finds the same question id across sections', () => {
    const section = { title: 'One', questions: [question('q')] };
    expect(problemsOf(template({ sections: [section, section] }))).toEqual(['sections[1].questions[0].id: "q" is used twice']);
  });

  it('reports all problems at once', () => {
    expect(problemsOf(template({ id: '', name: '' }))).toHaveLength(2);
  });

  it('rejects text that is not JSON', () => {
    expect(readTemplateFile('{"id": ')).toEqual({ problems: [expect.stringMatching(/^Not JSON: /)] });
  });
});

describe('the shipped templates', () => {
  const questionsOf = ({ sections }: QuestionnaireTemplate) => sections.flatMap(({ questions }) => questions);
  const templates = shippedTemplates();

  it('are the three documented ones', () => {
    expect(templates.map(({ id }) => id)).toEqual(['cloud-and-hosting', 'privacy-and-data-protection', 'security-baseline']);
  });

  it.each(templates.map((each) => [each.name, each] as const))(
    '%s has at least 30 questions in 5 sections, none asked twice',
    (_name, each) => {
      expect(each.sections.length).toBeGreaterThanOrEqual(5);
      expect(questionsOf(each).length).toBeGreaterThanOrEqual(30);
      expect(new Set(questionsOf(each).map(({ text }) => text)).size).toBe(questionsOf(each).length);
      expect(each.description).toBeDefined();
    },
  );
});
