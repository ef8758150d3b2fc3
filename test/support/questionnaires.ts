import type { Answer, TestOrganization } from './organization';
import type { AnyVendor } from './vendors';

export function createQuestionnaire(org: TestOrganization, fields: Record<string, unknown>): Promise<Answer> {
  return org.post('questionnaires', { templateId: 'security-baseline', ...fields });
}

export async function findTemplate(org: TestOrganization, id: string): Promise<AnyVendor> {
  const { body } = await org.get('questionnaires/templates', { limit: 200 });
  return body.templates.find((each: { id: string }) => each.id === id);
}
