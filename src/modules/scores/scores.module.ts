import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GetVendorScoreHistoryHandler } from './get-vendor-score-history/get-vendor-score-history.query';
import { GetVendorScoresHandler } from './get-vendor-scores/get-vendor-scores.query';
import { PartyScoreDayEntity } from './party-score-day.entity';
import { ScoreUpkeep } from './score-upkeep';
import { ScoresController } from './scores.controller';
import { ScoringReference } from './scoring-reference';

@Module({
  imports: [TypeOrmModule.forFeature([PartyScoreDayEntity])],
  controllers: [ScoresController],
  providers: [GetVendorScoresHandler, GetVendorScoreHistoryHandler, ScoreUpkeep, ScoringReference],
})
export class ScoresModule {}
