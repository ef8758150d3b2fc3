import { Module } from '@nestjs/common';
import { GetScorePlanHandler } from './get-score-plan/get-score-plan.query';
import { GetScoreReceiptHandler } from './get-score-receipt/get-score-receipt.query';
import { GetVendorScoreHistoryHandler } from './get-vendor-score-history/get-vendor-score-history.query';
import { GetVendorScoresHandler } from './get-vendor-scores/get-vendor-scores.query';
import { ScoreUpkeep } from './score-upkeep';
import { ScoresController } from './scores.controller';
import { ScoringReference } from './scoring-reference';

@Module({
  controllers: [ScoresController],
  providers: [
    GetScorePlanHandler,
    GetScoreReceiptHandler,
    GetVendorScoresHandler,
    GetVendorScoreHistoryHandler,
    ScoreUpkeep,
    ScoringReference,
  ],
})
export class ScoresModule {}
