import { Module } from '@nestjs/common';
import { GetSecurityEventActionsHandler } from './get-security-event-actions/get-security-event-actions.query';
import { GetSecurityEventImpactedCompaniesHandler } from './get-security-event-impacted-companies/get-security-event-impacted-companies.query';
import { GetSecurityEventVendorDetailHandler } from './get-security-event-vendor-detail/get-security-event-vendor-detail.query';
import { GetSecurityEventHandler } from './get-security-event/get-security-event.query';
import { GetSecurityEventsHandler } from './get-security-events/get-security-events.query';
import { EventImport } from './importing/event-import';
import { RecordVendorResponseHandler } from './record-vendor-response/record-vendor-response.command';
import { SecurityEventsController } from './security-events.controller';
import { SendVrmRequestHandler } from './send-vrm-request/send-vrm-request.command';

@Module({
  controllers: [SecurityEventsController],
  providers: [
    EventImport,
    GetSecurityEventActionsHandler,
    GetSecurityEventHandler,
    GetSecurityEventImpactedCompaniesHandler,
    GetSecurityEventVendorDetailHandler,
    GetSecurityEventsHandler,
    RecordVendorResponseHandler,
    SendVrmRequestHandler,
  ],
  exports: [EventImport],
})
export class SecurityEventsModule {}
