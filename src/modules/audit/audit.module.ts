import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log';
import { AuditController } from './audit.controller';
import { GetAuditEventsHandler } from './get-audit-events/get-audit-events.query';

@Module({
  controllers: [AuditController],
  providers: [AuditLog, GetAuditEventsHandler],
})
export class AuditModule {}
