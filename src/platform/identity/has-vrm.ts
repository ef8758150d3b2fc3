import type { CallerOrganization } from './caller';

/** Whether the organization currently sees its vendors (VRM), or only itself. */
export function hasVrm(organization: Pick<CallerOrganization, 'vrmEnabled' | 'vrmUntil'>, now = Date.now()): boolean {
  return organization.vrmEnabled && (organization.vrmUntil === undefined || now < organization.vrmUntil);
}
