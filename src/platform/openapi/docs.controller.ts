import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, Res, type INestApplication } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'express';
import { dump } from 'js-yaml';
import { NotFound } from '#platform/errors/api-error';
import { Lifecycle } from '#platform/operations/lifecycle';
import { Unguarded } from '#platform/operations/operation.decorator';
import { createDocument } from './document';
import { SWAGGER_INITIALIZER, SWAGGER_PAGE } from './swagger-page';

const ASSETS = dirname(require.resolve('swagger-ui-dist/package.json'));
const SERVED: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The description and the page to try it out on. */
@ApiExcludeController()
@Controller()
@Unguarded('the description of a public interface is public')
export class DocsController {
  private app: INestApplication | undefined;

  constructor(private readonly lifecycle: Lifecycle) {}

  /** The document is made from the running application, which exists only after this controller does. */
  describes(app: INestApplication): void {
    this.app = app;
  }

  @Get('openapi.json')
  json() {
    return this.document();
  }

  @Get('openapi.yaml')
  @Header('Content-Type', 'application/yaml; charset=utf-8')
  async yaml() {
    return dump(await this.document(), { noRefs: true, lineWidth: 140 });
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page() {
    return SWAGGER_PAGE;
  }

  @Get('docs/assets/:file')
  async asset(@Param('file') file: string, @Res({ passthrough: true }) response: Response) {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    if (file === 'initializer.js') {
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      return SWAGGER_INITIALIZER;
    }
    const type = SERVED[file];
    if (type === undefined) throw new NotFound('asset', file);
    response.setHeader('Content-Type', type);
    return readFile(join(ASSETS, file));
  }

  private async document(): Promise<OpenAPIObject> {
    if (!this.app) throw new Error('describes(app) was not called.');
    return createDocument(this.app, await this.lifecycle.deprecations());
  }
}
