import { draftsOf } from './failed-answers';

const finding = { when: 'NO', category: 'OBSERVATION_CATEGORY_ENCRYPTION', severity: 'OBSERVATION_SEVERITY_HIGH' } as const;
const submitted = {
  templateId: 'short',
  templateName: 'Short check',
  vendorDomain: 'acme.com',
  sections: [
    {
      title: 'All',
      questions: [
        { id: 'disk', text: 'Are disks encrypted?', kind: 'QUESTION_KIND_YES_NO' as const, finding },
        {
          id: 'mail',
          text: 'Is mail encrypted?',
          kind: 'QUESTION_KIND_YES_NO' as const,
          finding: { ...finding, title: 'Mail in the clear' },
        },
        { id: 'who', text: 'Who?', kind: 'QUESTION_KIND_TEXT' as const },
      ],
    },
  ],
  answers: {},
};

describe('draftsOf', () => {
  it('makes a finding of an answer that fails, with the category and severity of the template', () => {
    const answers = { mail: { answer: 'NO', comment: 'Next year.', files: [{ url: 'https://acme.com/plan' }] }, disk: { answer: 'YES' } };
    const [disk, mail] = draftsOf({ ...submitted, answers });
    expect(mail).toMatchObject({
      hosts: ['acme.com'],
      title: 'Mail in the clear',
      description: 'Short check: Is mail encrypted? The vendor answered NO. Next year.',
      category: 'OBSERVATION_CATEGORY_ENCRYPTION',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      references: ['https://acme.com/plan'],
      source: { name: 'questionnaire', externalId: 'short/mail' },
    });
    expect(mail).not.toHaveProperty('goneBecause');
    expect(disk).toMatchObject({ title: 'Are disks encrypted?', goneBecause: 'The vendor gave another answer.' });
  });

  it('resolves a finding when the answer no longer fails', () => {
    expect(draftsOf({ ...submitted, answers: { disk: { comment: 'We have no disks.' } } }).map(({ goneBecause }) => goneBecause)).toEqual([
      'The vendor gave another answer.',
      'The vendor gave another answer.',
    ]);
  });
});
