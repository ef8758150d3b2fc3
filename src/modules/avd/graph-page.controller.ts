import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { PageFiles } from '#platform/web-pages/page-files';
import { Unguarded } from '#platform/operations/operation.decorator';

/** A page that draws GetFourthPartyGraph in the browser, with data loaded by the visitor's own token. */
@ApiExcludeController()
@Controller('docs/graph')
@Unguarded('the page contains no data; its calls carry a token')
export class GraphPageController {
  private readonly files = new PageFiles('src/modules/avd/graph-page');

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page() {
    return this.files.html('graph.html');
  }

  @Get(':file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) response: Response) {
    return this.files.asset(file, response);
  }
}
