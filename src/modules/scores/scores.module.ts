import { Module } from '@nestjs/common';
import { GetVendorScoreHistoryHandler } from './get-vendor-score-history/get-vendor-score-history.query';
import { GetVendorScoresHandler } from './get-vendor-scores/get-vendor-scores.query';
import { ScoreUpkeep } from './score-upkeep';
import { ScoresController } from './scores.controller';
import { ScoringReference } from './scoring-reference';

@Module({
  controllers: [ScoresController],
  providers: [GetVendorScoresHandler, GetVendorScoreHistoryHandler, ScoreUpkeep, ScoringReference],
})
export class ScoresModule {}
