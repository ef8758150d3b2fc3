import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEventEntity } from './audit-event.entity';
import { AuditController } from './audit.controller';
import { GetAuditEventsHandler } from './get-audit-events/get-audit-events.query';

@Module({ imports: [TypeOrmModule.forFeature([AuditEventEntity])], controllers: [AuditController], providers: [GetAuditEventsHandler] })
export class AuditModule {}
