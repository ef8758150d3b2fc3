import { AlreadyExists, FailedPrecondition, NotFound } from '#platform/errors/api-error';

export class VendorNotFound extends NotFound {
  constructor(id: string) {
    super('vendor', id);
  }
}

export class VendorExists extends AlreadyExists {
  constructor(domainName: string, id: string) {
    super(`${domainName} is already in the directory.`, 'VENDOR_ALREADY_EXISTS', { id, domainName }, { type: 'vendor', name: domainName });
  }
}

export class MonitoringSlotsExhausted extends FailedPrecondition {
  constructor(domainName: string) {
    super(`Every monitoring slot is taken: ${domainName} cannot be monitored.`, 'MONITORING_SLOTS_EXHAUSTED', { domainName }, [domainName]);
  }
}

export class VendorOffboarded extends FailedPrecondition {
  constructor(domainName: string) {
    super(`${domainName} is offboarded; onboard it again first.`, 'VENDOR_OFFBOARDED', { domainName }, [domainName]);
  }
}
