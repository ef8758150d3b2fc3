import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Delete,
  Get,
  Head,
  Header,
  HttpCode,
  HttpException,
  Module,
  NotFoundException,
  Param,
  Patch,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter';
import { send, type Sent } from '../support/http';

@Controller('kinds')
class KindsController {
  @Get('object') object() {
    return { text: 'ünïcödé ✓', list: [1, null, true], nothing: undefined, date: new Date(0) };
  }
  @Get('list') list() {
    return [];
  }
  @Get('text') text() {
    return 'plain text';
  }
  @Get('typed') @Header('Content-Type', 'text/csv; charset=utf-8') typed() {
    return 'a,b';
  }
  @Get('typed-object') @Header('Content-Type', 'application/problem+json') typedObject() {
    return { title: 'typed' };
  }
  @Get('number') number() {
    return 7;
  }
  @Get('nothing') nothing() {
    return undefined;
  }
  @Get('null') none() {
    return null;
  }
  @Get('created') @HttpCode(201) created() {
    return { id: 1 };
  }
  @Get('redirect') @Redirect('/kinds/object', 302) redirect() {
    return undefined;
  }
  @Get('stream') stream() {
    return new StreamableFile(Readable.from(['one,', 'two']), { type: 'text/csv', disposition: 'attachment; filename="x.csv"' });
  }
  @Get('exception') exception() {
    throw new NotFoundException('not here');
  }
  @Get('teapot') teapot() {
    throw new HttpException({ error: 'teapot' }, 418);
  }
  @Get('defect') defect() {
    throw new Error('a defect');
  }
  @Get('params/:id') params(@Param('id') id: string, @Query() query: Record<string, string>) {
    return { id, query: { ...query } };
  }
  @Get('own-json') ownJson(@Res() response: Response) {
    response.status(203).set('X-Own', 'yes').json({ own: true });
  }
  @Get('own-send') ownSend(@Res() response: Response) {
    response.type('txt').send('sent');
  }
  @Get('own-status') ownStatus(@Res() response: Response) {
    response.sendStatus(202);
  }
  @Get('cookie') cookie(@Res({ passthrough: true }) response: Response) {
    response.cookie('a', 'b', { httpOnly: true });
    response.append('X-Many', 'one');
    response.append('X-Many', 'two');
    response.vary('Accept');
    return { cookie: true };
  }
  @Get('request') request(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    response.locals.seen = true;
    return {
      path: request.path,
      originalUrl: request.originalUrl,
      method: request.method,
      protocol: request.protocol,
      secure: request.secure,
      hostname: request.hostname,
      ip: request.ip,
      xhr: request.xhr,
      accepts: request.accepts(['json', 'html']),
      header: request.get('X-Sent'),
      isJson: request.is('json'),
      query: { ...request.query },
      locals: { ...response.locals },
    };
  }
  @Head('head-only') headOnly(@Res({ passthrough: true }) response: Response) {
    response.set('X-Head', 'only');
  }
  @Post('echo') @HttpCode(200) echo(@Body() body: unknown) {
    return { body };
  }
  @Patch('echo') patch(@Body() body: unknown) {
    return { patched: body };
  }
  @Delete('echo') remove() {
    return { removed: true };
  }
}

@Module({ controllers: [KindsController] })
class KindsModule {}

/** The lean adapter depends on Express's internals: a change of Express fails here. */
describe('LeanExpressAdapter answers like ExpressAdapter', () => {
  const apps: NestExpressApplication[] = [];
  let plain: string;
  let lean: string;

  async function start(adapter: ExpressAdapter): Promise<string> {
    const app = await NestFactory.create<NestExpressApplication>(KindsModule, adapter, { logger: false });
    app.disable('x-powered-by');
    app.disable('etag');
    apps.push(app);
    await app.listen(0, '127.0.0.1');
    return app.getUrl();
  }

  beforeAll(async () => {
    plain = await start(new ExpressAdapter());
    lean = await start(new LeanExpressAdapter());
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  /** Intended additions of the lean adapter, and what differs from call to call. */
  const BY_DESIGN = new Set(['date', 'etag', 'cache-control', 'keep-alive']);

  async function answer(url: string, path: string, sent: Sent) {
    const { status, headers, text } = await send(`${url}${path}`, { ...sent, headers: { host: 'kinds.test', ...sent.headers } });
    return { status, headers: [...headers].filter(([name]) => !BY_DESIGN.has(name)), text };
  }

  const post = (type: string, body: string): Sent => ({ method: 'POST', headers: { 'content-type': type }, body });

  it.each<[string, Sent]>([
    ['/kinds/object', {}],
    ['/kinds/list', {}],
    ['/kinds/text', {}],
    ['/kinds/typed', {}],
    ['/kinds/typed-object', {}],
    ['/kinds/number', {}],
    ['/kinds/nothing', {}],
    ['/kinds/null', {}],
    ['/kinds/created', {}],
    ['/kinds/redirect', {}],
    ['/kinds/stream', {}],
    ['/kinds/exception', {}],
    ['/kinds/teapot', {}],
    ['/kinds/defect', {}],
    ['/kinds/params/a%20b?x=1&y=%C3%BC&x=2', {}],
    ['/kinds/own-json', {}],
    ['/kinds/own-send', {}],
    ['/kinds/own-status', {}],
    ['/kinds/cookie', {}],
    [
      '/kinds/request?a=1',
      { headers: { 'x-sent': 'yes', accept: 'text/html, application/json;q=0.5', 'x-requested-with': 'XMLHttpRequest' } },
    ],
    ['/kinds/object', { method: 'HEAD' }],
    ['/kinds/head-only', { method: 'HEAD' }],
    ['/kinds/echo', post('application/json', '{"a":[1,{"b":"ü"}]}')],
    ['/kinds/echo', post('application/x-www-form-urlencoded', 'a=1&b=2')],
    ['/kinds/echo', post('application/json', '{broken')],
    ['/kinds/echo', { ...post('application/json', '{"c":1}'), method: 'PATCH' }],
    ['/kinds/echo', { method: 'DELETE' }],
    ['/kinds/object', { method: 'OPTIONS' }],
    ['/nowhere', {}],
    ['/kinds/params/%zz', {}],
  ])('%s %j', async (path, sent) => {
    const [expected, given] = await Promise.all([answer(plain, path, sent), answer(lean, path, sent)]);
    expect(given).toEqual(expected);
  });

  it('gives requests and responses the shape that Express sets, from the start', async () => {
    const app = apps[1]?.getHttpAdapter().getInstance() as unknown as {
      request: object;
      response: object;
      handle: (...args: object[]) => void;
    };
    const shapes: boolean[] = [];
    const handle = app.handle;
    app.handle = function (this: object, ...args: object[]) {
      const [request = {}, response = {}] = args;
      shapes.push(Object.getPrototypeOf(request) === app.request, Object.getPrototypeOf(response) === app.response);
      handle.apply(this, args);
    };
    try {
      await send(`${lean}/kinds/list`);
    } finally {
      app.handle = handle;
    }
    expect(shapes).toEqual([true, true]);
  });
});
