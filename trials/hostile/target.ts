import type { VendorRisk } from '@vendor-risk/client';
import type { Target } from './hostile-case';

const VENDOR = 'hostile-vendor.com';
const TEMPLATE = 'security-baseline';

/** Creates what the cases need, in the organization that attacks. */
export async function targetOf(api: VendorRisk, { url, token }: Pick<Target, 'url' | 'token'>): Promise<Target> {
  const { vendor } = await api.vendors.create({ domainName: VENDOR, companyName: 'Hostile', isMonitored: true });
  const { questionnaire } = await api.questionnaires.create({ vendorId: vendor.id, templateId: TEMPLATE });
  return { url, token, vendorDomain: VENDOR, questionnaireId: questionnaire.id };
}
