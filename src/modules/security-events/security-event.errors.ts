import { FailedPrecondition, NotFound, PermissionDenied } from '#platform/errors/api-error';

export class SecurityEventNotFound extends NotFound {
  constructor(eventId: string) {
    super('security event', eventId);
  }
}

export class SecurityEventClosed extends FailedPrecondition {
  constructor(eventId: string) {
    super('The event is closed: nothing is asked or answered about it any more.', 'SECURITY_EVENT_CLOSED', { eventId }, [eventId]);
  }
}

export class VendorsNotInDirectory extends NotFound {
  constructor(domains: readonly string[]) {
    super('vendor', domains.join(', '));
  }
}

export class OrganizationMismatch extends PermissionDenied {
  constructor(domain: string) {
    super('org_domain is not a domain of your organization.', 'ORG_MISMATCH', { orgDomain: domain });
  }
}

export class VrmNotEntitled extends PermissionDenied {
  constructor() {
    super('The organization has no entitlement to the VRM view; its own domains are in the self view.', 'ENTITLEMENT_MISSING', {
      entitlement: 'vrm',
    });
  }
}
