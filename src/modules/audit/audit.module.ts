import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEventEntity } from './audit-event.entity';
import { AuditLog } from './audit-log';
import { AuditController } from './audit.controller';
import { GetAuditEventsHandler } from './get-audit-events/get-audit-events.query';

@Module({
  imports: [TypeOrmModule.forFeature([AuditEventEntity])],
  controllers: [AuditController],
  providers: [AuditLog, GetAuditEventsHandler],
})
export class AuditModule {}
