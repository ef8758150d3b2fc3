import { TemplateImport } from '#modules/questionnaires/template-import';
import { TestOrganization, type Answer } from './organization';
import { startTestApp, type TestApp } from './test-app';
import { createVendor, type AnyVendor } from './vendors';

export function createQuestionnaire(org: TestOrganization, fields: Record<string, unknown>): Promise<Answer> {
  return org.post('questionnaires', { templateId: 'security-baseline', ...fields });
}

export async function findTemplate(org: TestOrganization, id: string): Promise<AnyVendor> {
  const { body } = await org.get('questionnaires/templates', { limit: 200 });
  return body.templates.find((each: { id: string }) => each.id === id);
}

export const SHORT_TEMPLATE = {
  id: 'short-exchange',
  name: 'Short exchange',
  version: '1.0.0',
  sections: [
    { title: 'People', questions: [{ id: 'owner', text: 'Who is responsible?', kind: 'QUESTION_KIND_TEXT' }] },
    {
      title: 'Access',
      questions: [
        { id: 'mfa', text: 'Does every administrator use a second factor?', kind: 'QUESTION_KIND_YES_NO' },
        { id: 'review', text: 'When were access rights last reviewed?', kind: 'QUESTION_KIND_DATE' },
      ],
    },
  ],
};

export const SHORT_ANSWERS = [
  { questionId: 'owner', answer: 'The head of IT.' },
  { questionId: 'mfa', answer: 'YES', files: [{ name: 'policy.pdf', url: 'https://acme.com/policy.pdf' }] },
  { questionId: 'review', comment: 'Not yet.' },
];

export async function importShortTemplate(service: TestApp): Promise<void> {
  await service.app.get(TemplateImport).import(JSON.stringify(SHORT_TEMPLATE));
}

/** A service with the short template, a customer, and a vendor that is an organization too. */
export async function startExchange(): Promise<{ service: TestApp; customer: TestOrganization; vendor: TestOrganization }> {
  const service = await startTestApp();
  await importShortTemplate(service);
  return { service, customer: await TestOrganization.create(service), vendor: await TestOrganization.create(service, { vrm: false }) };
}

/** A draft of the short template for a vendor. */
export async function draftFor(sender: TestOrganization, vendor: Record<string, unknown>): Promise<string> {
  const { id } = await createVendor(sender, vendor);
  const { status, body } = await createQuestionnaire(sender, { vendorId: id, templateId: SHORT_TEMPLATE.id });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.questionnaire.id as string;
}

/** The same, sent to an organization. */
export async function sendTo(sender: TestOrganization, recipient: TestOrganization): Promise<string> {
  const known = (await sender.post('vendors', { limit: 200 })).body.vendors as { id: string; domainName: string }[];
  const vendor = known.find(({ domainName }) => domainName === recipient.organization.domain);
  const id = vendor
    ? ((await createQuestionnaire(sender, { vendorId: vendor.id, templateId: SHORT_TEMPLATE.id })).body.questionnaire.id as string)
    : await draftFor(sender, { domainName: recipient.organization.domain });
  const { status, body } = await sender.post(`questionnaires/${id}/send`, {});
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}

/** The same, answered and submitted. */
export async function submitTo(sender: TestOrganization, recipient: TestOrganization): Promise<string> {
  const id = await sendTo(sender, recipient);
  await recipient.patch(`questionnaires/${id}/answers`, { answers: SHORT_ANSWERS });
  const { status, body } = await recipient.post(`questionnaires/${id}/submit`, {});
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}

const VALUES: Record<string, string> = {
  QUESTION_KIND_YES_NO: 'YES',
  QUESTION_KIND_NUMBER: '42',
  QUESTION_KIND_DATE: '2026-01-31',
  QUESTION_KIND_URL: 'https://acme.com/security',
  QUESTION_KIND_TEXT: 'As described in the handbook.',
};

/** Answers every question of a received questionnaire. */
export async function answerAll(org: TestOrganization, id: string): Promise<void> {
  const { sections } = (await org.get(`questionnaires/${id}`)).body.questionnaire as {
    sections: { questions: { id: string; kind: string }[] }[];
  };
  const questions = sections.flatMap((section) => section.questions);
  const answers = questions.map((question) => ({ questionId: question.id, answer: VALUES[question.kind] }));
  const { status, body } = await org.patch(`questionnaires/${id}/answers`, { answers });
  if (status !== 200) throw new Error(JSON.stringify(body));
}
