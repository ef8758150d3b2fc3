import { Module } from '@nestjs/common';
import { GetPortfolioSummaryHandler } from './get-portfolio-summary/get-portfolio-summary.query';
import { PortfolioPageController } from './portfolio-page.controller';
import { PortfolioController } from './portfolio.controller';

@Module({
  controllers: [PortfolioController, PortfolioPageController],
  providers: [GetPortfolioSummaryHandler],
})
export class PortfolioModule {}
