import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { PageFiles } from '#platform/web-pages/page-files';
import { Unguarded } from '#platform/operations/operation.decorator';

/** A page that shows GetPortfolioSummary and the rows behind its numbers, with data loaded by the visitor's own token. */
@ApiExcludeController()
@Controller('docs/portfolio')
@Unguarded('the page contains no data; its calls carry a token')
export class PortfolioPageController {
  private readonly files = new PageFiles('src/modules/portfolio/portfolio-page');

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page() {
    return this.files.html('portfolio.html');
  }

  @Get(':file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) response: Response) {
    return this.files.asset(file, response);
  }
}
