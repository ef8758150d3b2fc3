import { Module } from '@nestjs/common';
import { ExportSecurityEventsHandler } from './export-security-events/export-security-events.query';
import { GetSecurityEventActionsHandler } from './get-security-event-actions/get-security-event-actions.query';
import { GetSecurityEventImpactedCompaniesHandler } from './get-security-event-impacted-companies/get-security-event-impacted-companies.query';
import { GetSecurityEventVendorDetailHandler } from './get-security-event-vendor-detail/get-security-event-vendor-detail.query';
import { GetSecurityEventHandler } from './get-security-event/get-security-event.query';
import { GetSecurityEventsHandler } from './get-security-events/get-security-events.query';
import { EventImport } from './importing/event-import';
import { EventRemoval } from './importing/event-removal';
import { RecordVendorResponseHandler } from './record-vendor-response/record-vendor-response.command';
import { RecordVendorResponseOnBehalfHandler } from './record-vendor-response-on-behalf/record-vendor-response-on-behalf.command';
import { SecurityEventsController } from './security-events.controller';
import { SendVrmRequestHandler } from './send-vrm-request/send-vrm-request.command';

@Module({
  controllers: [SecurityEventsController],
  providers: [
    EventImport,
    EventRemoval,
    ExportSecurityEventsHandler,
    GetSecurityEventActionsHandler,
    GetSecurityEventHandler,
    GetSecurityEventImpactedCompaniesHandler,
    GetSecurityEventVendorDetailHandler,
    GetSecurityEventsHandler,
    RecordVendorResponseHandler,
    RecordVendorResponseOnBehalfHandler,
    SendVrmRequestHandler,
  ],
  exports: [EventImport, EventRemoval],
})
export class SecurityEventsModule {}
