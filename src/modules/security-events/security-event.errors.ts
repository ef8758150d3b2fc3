import { FailedPrecondition, NotFound, PermissionDenied } from '#platform/errors/api-error';

export class SecurityEventNotFound extends NotFound {
  constructor(eventId: string) {
    super('security event', eventId);
  }
}

export class SecurityEventClosed extends FailedPrecondition {
  constructor(eventId: string) {
    super('The event is closed; it accepts no requests or responses.', 'SECURITY_EVENT_CLOSED', { eventId }, [eventId]);
  }
}

export class VendorsNotInDirectory extends NotFound {
  constructor(domains: readonly string[]) {
    const names = domains.join(', ');
    super('vendor', names, 'VENDOR_NOT_FOUND', `Not in the vendor directory: ${names}.`);
  }
}

export class OrganizationMismatch extends PermissionDenied {
  constructor(domain: string) {
    super('org_domain is not a domain of your organization.', 'ORG_MISMATCH', { orgDomain: domain });
  }
}
