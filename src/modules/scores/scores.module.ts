import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GetVendorScoresHandler } from './get-vendor-scores/get-vendor-scores.query';
import { PartyScoreDayEntity } from './party-score-day.entity';
import { ScoresController } from './scores.controller';
import { ScoringReference } from './scoring-reference';

@Module({
  imports: [TypeOrmModule.forFeature([PartyScoreDayEntity])],
  controllers: [ScoresController],
  providers: [GetVendorScoresHandler, ScoringReference],
})
export class ScoresModule {}
