import { Controller, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetScorePlanRequest, GetScorePlanResponse } from './get-score-plan/get-score-plan.dto';
import { GetScorePlan } from './get-score-plan/get-score-plan.query';
import { GetScoreReceiptRequest, GetScoreReceiptResponse } from './get-score-receipt/get-score-receipt.dto';
import { GetScoreReceipt } from './get-score-receipt/get-score-receipt.query';
import { GetVendorScoreHistoryRequest, GetVendorScoreHistoryResponse } from './get-vendor-score-history/get-vendor-score-history.dto';
import { GetVendorScoreHistory } from './get-vendor-score-history/get-vendor-score-history.query';
import { GetVendorScoresRequest, GetVendorScoresResponse } from './get-vendor-scores/get-vendor-scores.dto';
import { GetVendorScores } from './get-vendor-scores/get-vendor-scores.query';

@ApiTags('Observations')
@Controller({ path: 'observations', version: '1' })
export class ScoresController {
  constructor(private readonly queries: QueryBus) {}

  @Post('vendor-scores')
  @Operation({
    name: 'GetVendorScores',
    summary: 'Read the scores of vendors',
    description:
      'Overall (higher is safer), breach-likelihood and ransomware scores (higher is worse) with their factors, for 1 to 200 domains selected by VENDOR EQUALS or IN rules. Computed from open observations; current after every write. Known vendors without a score are listed separately, with the reason.',
    scopes: ['findings.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetVendorScores,
    request: GetVendorScoresRequest,
    response: GetVendorScoresResponse,
    example: {
      filters: [
        {
          rule: {
            field: { observationsField: 'OBSERVATIONS_FIELD_VENDOR' },
            comparison: 'COMPARISON_IN',
            value: { stringListValue: { values: ['cobaltpayments.com', 'payrollharbor.com'] } },
          },
        },
      ],
    },
  })
  getVendorScores(@CurrentCaller() caller: Caller, @Input() request: GetVendorScoresRequest) {
    return this.queries.execute(new GetVendorScores(caller, request));
  }

  @Post('vendor-scores/history')
  @Operation({
    name: 'GetVendorScoreHistory',
    summary: 'Read how the scores of vendors changed',
    description:
      'The scores of up to 50 vendors at the end of each UTC day, how many observations were opened and resolved on that day, and the categories that moved the score. Unset range: the last 30 days; at most 366. For current scores with all factors use GetVendorScores.',
    scopes: ['findings.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'] },
    sends: GetVendorScoreHistory,
    request: GetVendorScoreHistoryRequest,
    response: GetVendorScoreHistoryResponse,
    example: { vendorDomains: ['cobaltpayments.com', 'payrollharbor.com'] },
  })
  getVendorScoreHistory(@CurrentCaller() caller: Caller, @Input() request: GetVendorScoreHistoryRequest) {
    return this.queries.execute(new GetVendorScoreHistory(caller, request));
  }

  @Post('vendor-scores/plan')
  @Operation({
    name: 'GetScorePlan',
    summary: 'Read what a vendor should fix first',
    description:
      'The fewest groups of open observations whose resolution brings the overall score of a vendor to a target grade or score, each with the score after it. Without a target, all groups that weigh on the score, in order of gain. Use it for "what should they fix first"; GetVendorScores says what the score is made of.',
    scopes: ['findings.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 404: ['VENDOR_SCORE_NOT_FOUND'] },
    sends: GetScorePlan,
    request: GetScorePlanRequest,
    response: GetScorePlanResponse,
    example: { vendorDomain: 'payrollharbor.com', targetGrade: 'SCORE_GRADE_B' },
  })
  getScorePlan(@CurrentCaller() caller: Caller, @Input() request: GetScorePlanRequest) {
    return this.queries.execute(new GetScorePlan(caller, request));
  }

  @Post('vendor-scores/receipt')
  @Operation({
    name: 'GetScoreReceipt',
    summary: 'Read a signed receipt of a score',
    description:
      'A signed statement of the current scores of a vendor with the version of the model and every count they were computed from. `vendor-risk score verify` checks it and computes the scores again, without this service.',
    scopes: ['findings.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 400: ['INVALID_DOMAIN'], 404: ['VENDOR_SCORE_NOT_FOUND'] },
    sends: GetScoreReceipt,
    request: GetScoreReceiptRequest,
    response: GetScoreReceiptResponse,
    example: { vendorDomain: 'payrollharbor.com' },
  })
  getScoreReceipt(@CurrentCaller() caller: Caller, @Input() request: GetScoreReceiptRequest) {
    return this.queries.execute(new GetScoreReceipt(caller, request));
  }
}
