import { FailedPrecondition, InvalidArgument } from '#platform/errors/api-error';

export class MonitoringOff extends FailedPrecondition {
  constructor() {
    super('Monitoring is switched off for this service.', 'MONITORING_OFF');
  }
}

export class MonitoringPaused extends FailedPrecondition {
  constructor() {
    super('Monitoring is paused for this organization.', 'MONITORING_PAUSED');
  }
}

export class VendorNotMonitored extends InvalidArgument {
  constructor(domainName: string) {
    super(`${domainName} is not monitored; set isMonitored first.`, 'VENDOR_NOT_MONITORED', [], { domainName });
  }
}
