import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetPortfolioSummaryRequest, GetPortfolioSummaryResponse } from './get-portfolio-summary/get-portfolio-summary.dto';
import { GetPortfolioSummary } from './get-portfolio-summary/get-portfolio-summary.query';

@ApiTags('Portfolio')
@Controller({ path: 'portfolio', version: '1' })
export class PortfolioController {
  constructor(private readonly queries: QueryBus) {}

  @Get('summary')
  @Operation({
    name: 'GetPortfolioSummary',
    summary: 'Read the state of all vendors in one call',
    description:
      'For a dashboard: vendors by grade now, 30 and 90 days ago, the worst and the fastest falling vendors, open critical observations by age, overdue observations, unanswered requests about security events, and the most used fourth parties. Current after every write. /docs/portfolio shows it. For the days between use GetVendorScoreHistory.',
    scopes: ['findings.read', 'vendor-directory.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetPortfolioSummary,
    request: GetPortfolioSummaryRequest,
    response: GetPortfolioSummaryResponse,
  })
  getPortfolioSummary(@CurrentCaller() caller: Caller, @Input() request: GetPortfolioSummaryRequest) {
    return this.queries.execute(new GetPortfolioSummary(caller, request));
  }
}
