import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller';
import { GetChangesHandler } from './get-changes/get-changes.query';

@Module({ controllers: [ChangesController], providers: [GetChangesHandler] })
export class ChangesModule {}
