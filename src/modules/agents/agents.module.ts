import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller';
import { GetReferenceHandler } from './get-reference/get-reference.query';

/** What only agents need: texts to read when they need them. */
@Module({ controllers: [AgentsController], providers: [GetReferenceHandler] })
export class AgentsModule {}
