import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GetSecurityEventActionsHandler } from './get-security-event-actions/get-security-event-actions.query';
import { GetSecurityEventImpactedCompaniesHandler } from './get-security-event-impacted-companies/get-security-event-impacted-companies.query';
import { GetSecurityEventVendorDetailHandler } from './get-security-event-vendor-detail/get-security-event-vendor-detail.query';
import { GetSecurityEventHandler } from './get-security-event/get-security-event.query';
import { GetSecurityEventsHandler } from './get-security-events/get-security-events.query';
import { EventImport } from './importing/event-import';
import { EventRemoval } from './importing/event-removal';
import { RecordVendorResponseHandler } from './record-vendor-response/record-vendor-response.command';
import { RecordVendorResponseOnBehalfHandler } from './record-vendor-response-on-behalf/record-vendor-response-on-behalf.command';
import { SecurityEventCveEntity } from './security-event-cve.entity';
import { SecurityEventImpactChangeEntity } from './security-event-impact-change.entity';
import { SecurityEventImpactEntity } from './security-event-impact.entity';
import { SecurityEventVictimEntity } from './security-event-victim.entity';
import { SecurityEventEntity } from './security-event.entity';
import { SecurityEventsController } from './security-events.controller';
import { SendVrmRequestHandler } from './send-vrm-request/send-vrm-request.command';
import { VendorResponseOnBehalfEntity } from './vendor-response-on-behalf.entity';
import { VendorStatementEntity } from './vendor-statement.entity';
import { VrmRequestEntity } from './vrm-request.entity';

const ENTITIES = [
  SecurityEventCveEntity,
  SecurityEventEntity,
  SecurityEventImpactChangeEntity,
  SecurityEventImpactEntity,
  SecurityEventVictimEntity,
  VendorResponseOnBehalfEntity,
  VendorStatementEntity,
  VrmRequestEntity,
];

@Module({
  imports: [TypeOrmModule.forFeature(ENTITIES)],
  controllers: [SecurityEventsController],
  providers: [
    EventImport,
    EventRemoval,
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
