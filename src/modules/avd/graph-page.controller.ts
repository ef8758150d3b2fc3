import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { projectRoot } from '#platform/config/project-root';
import { NotFound } from '#platform/errors/api-error';
import { Unguarded } from '#platform/operations/operation.decorator';

const SCRIPT = 'text/javascript; charset=utf-8';
const ASSETS: Readonly<Record<string, string>> = {
  'graph.css': 'text/css; charset=utf-8',
  'graph.js': SCRIPT,
  'api.js': SCRIPT,
  'kinds.js': SCRIPT,
  'layout.js': SCRIPT,
  'panel.js': SCRIPT,
  'picture.js': SCRIPT,
};

/** A page that draws GetFourthPartyGraph in the browser, with data loaded by the visitor's own token. */
@ApiExcludeController()
@Controller('docs/graph')
@Unguarded('the page contains no data; its calls carry a token')
export class GraphPageController {
  private readonly folder = join(projectRoot(), 'src', 'modules', 'avd', 'graph-page');

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page() {
    return readFile(join(this.folder, 'graph.html'));
  }

  @Get(':file')
  async asset(@Param('file') file: string, @Res({ passthrough: true }) response: Response) {
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
    if (type === undefined) throw new NotFound('asset', file);
    response.setHeader('Content-Type', type);
    return readFile(join(this.folder, file));
  }
}
