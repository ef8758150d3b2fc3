import { applyAnswers, unansweredOf, type AnswerPatch, type Answers } from './answers';

const SECTIONS = [
  {
    title: 'All kinds',
    questions: (['YES_NO', 'TEXT', 'NUMBER', 'DATE', 'URL'] as const).map((kind) => ({
      id: kind.toLowerCase().replace('_', '-'),
      text: 'Which?',
      kind: `QUESTION_KIND_${kind}` as const,
    })),
  },
];

const after = (patches: AnswerPatch[], before: Answers = {}) => applyAnswers(SECTIONS, before, patches);

describe('applyAnswers', () => {
  it.each([
    ['yes-no', ' yes ', 'YES'],
    ['text', ' In the handbook. ', 'In the handbook.'],
    ['number', '99.5', '99.5'],
    ['date', '2026-02-28', '2026-02-28'],
    ['url', 'https://acme.com/security', 'https://acme.com/security'],
  ])('keeps an answer to a question of the kind %s', (questionId, answer, stored) => {
    expect(after([{ questionId, answer }])).toEqual({ answers: { [questionId]: { answer: stored } }, violations: [] });
  });

  it.each([
    ['yes-no', 'maybe', 'must be YES or NO'],
    ['number', 'many', 'must be a number such as 42 or 99.5'],
    ['date', '2026-02-30', 'must be a date such as 2026-01-31'],
    ['url', 'javascript:alert(1)', 'must be an http or https URL'],
  ])('refuses an answer that does not fit the kind %s', (questionId, answer, description) => {
    expect(after([{ questionId, answer }]).violations).toEqual([{ field: 'answers[0].answer', description }]);
  });

  it('keeps fields that a change does not name, and clears those set to null', () => {
    const before = { text: { answer: 'A', comment: 'B', files: [{ url: 'https://acme.com/a.pdf' }] } };
    expect(after([{ questionId: 'text', comment: null }], before).answers).toEqual({
      text: { answer: 'A', files: [{ url: 'https://acme.com/a.pdf' }] },
    });
    expect(after([{ questionId: 'text', answer: '', comment: ' ', files: [] }], before).answers).toEqual({});
  });

  it('names unknown questions, repeated questions and addresses of files that are not on the web', () => {
    const { violations } = after([
      { questionId: 'nope', answer: 'x' },
      { questionId: 'text', files: [{ url: 'file:///etc/passwd' }, { url: 'https://acme.com/\0' }, { url: 'https://acme.com/\ud800' }] },
      { questionId: 'text', answer: 'x' },
    ]);
    expect(violations.map(({ field }) => field)).toEqual([
      'answers[0].questionId',
      'answers[1].files[0].url',
      'answers[1].files[1].url',
      'answers[1].files[2].url',
      'answers[2].questionId',
    ]);
  });
});

describe('unansweredOf', () => {
  it('accepts a comment where no answer applies, but not a file alone', () => {
    const answers = { text: { answer: 'x' }, date: { comment: 'Never reviewed.' }, url: { files: [{ url: 'https://acme.com' }] } };
    expect(unansweredOf(SECTIONS, answers)).toEqual(['yes-no', 'number', 'url']);
  });
});
