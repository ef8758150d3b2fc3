import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, Redirect, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { projectRoot } from '#platform/config/project-root';
import { NotFound } from '#platform/errors/api-error';
import { filterReference } from '#platform/filters/filter-reference';
import { sharedFile, SharedBody } from '#platform/http/shared-body';
import { PageFiles } from '#platform/web-pages/page-files';
import { Unguarded } from '#platform/operations/operation.decorator';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { ApiDescription } from './api-description';
import { filterCatalogues } from './filter-catalogues';
import { SWAGGER_INITIALIZER, SWAGGER_PAGE } from './swagger-page';

const ASSETS = dirname(require.resolve('swagger-ui-dist/package.json'));
const SERVED: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

const CLIENT = join(projectRoot(), 'client', 'dist');
const CLIENT_FILES: ReadonlySet<string> = new Set(
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replaceAll('\\', '/')),
);

/** Serves the OpenAPI document, the Swagger UI and the reference pages. */
@ApiExcludeController()
@Controller()
@Unguarded('the documentation of a public API is public')
export class DocsController {
  private readonly frameFiles = new PageFiles('src/platform/web-pages/frame');

  private readonly swaggerPage = new SharedBody(SWAGGER_PAGE);
  private readonly initializer = new SharedBody(SWAGGER_INITIALIZER);
  private reference: SharedBody | undefined;

  constructor(
    private readonly description: ApiDescription,
    private readonly registry: OperationRegistry,
  ) {}

  @Get()
  @Redirect('docs', 302)
  home(): void {
    // People try the bare address first.
  }

  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  json() {
    return this.description.json();
  }

  @Get('openapi.yaml')
  @Header('Content-Type', 'application/yaml; charset=utf-8')
  yaml() {
    return this.description.yaml();
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page() {
    return this.swaggerPage;
  }

  @Get('docs/filters')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  filters() {
    return (this.reference ??= new SharedBody(filterReference(filterCatalogues(this.registry))));
  }

  @Get('docs/errors')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  errors() {
    return sharedFile(join(projectRoot(), 'docs', 'errors.md'));
  }

  /** The built client, for pages of this service. */
  @Get(['docs/client/:file', 'docs/client/generated/:file'])
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  async client(@Req() { path }: Request) {
    const file = path.slice('/docs/client/'.length);
    if (!CLIENT_FILES.has(file)) throw new NotFound('asset', file.slice(0, 200));
    return sharedFile(join(CLIENT, file));
  }

  /** Shared by the pages for people: the sign-in form and the style. */
  @Get('docs/page/:file')
  dataPage(@Param('file') file: string, @Res({ passthrough: true }) response: Response) {
    return this.frameFiles.asset(file, response);
  }

  @Get('docs/assets/:file')
  async asset(@Param('file') file: string, @Res({ passthrough: true }) response: Response) {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    if (file === 'initializer.js') {
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      return this.initializer;
    }
    const type = SERVED.get(file);
    if (type === undefined) throw new NotFound('asset', file);
    response.setHeader('Content-Type', type);
    return sharedFile(join(ASSETS, file));
  }
}
