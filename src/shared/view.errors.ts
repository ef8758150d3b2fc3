import { PermissionDenied } from '#platform/errors/api-error';

export class VrmEntitlementMissing extends PermissionDenied {
  constructor(message = 'The organization has no active VRM entitlement.') {
    super(message, 'ENTITLEMENT_MISSING', { entitlement: 'vrm' });
  }
}
