import { Module } from '@nestjs/common';
import { GetVendorScoresHandler } from './get-vendor-scores/get-vendor-scores.query';
import { ScoresController } from './scores.controller';

@Module({ controllers: [ScoresController], providers: [GetVendorScoresHandler] })
export class ScoresModule {}
