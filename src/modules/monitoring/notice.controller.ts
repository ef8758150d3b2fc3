import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Env } from '#platform/config/env';
import { Unguarded } from '#platform/operations/operation.decorator';

/** What the user agent of the monitoring points to: who looks, at what, and how to object. */
@ApiExcludeController()
@Controller('monitoring')
@Unguarded('the page tells those who are looked at who looks')
export class NoticeController {
  constructor(private readonly env: Env) {}

  @Get()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  notice(): string {
    const contact = this.env.SUPPORT_EMAIL ?? `the operator of ${this.env.baseUrl}`;
    return [
      'This service looks at what companies show to everybody, because customers of theirs want to know how safe they are.',
      '',
      `Once in ${this.env.MONITORING_INTERVAL_HOURS} hours it asks for the DNS records of a domain and requests the home page of at most ten of its hosts,`,
      `and once a week it tries an old TLS version${this.env.MONITORING_SMTP ? ' and asks its mail servers whether they offer encryption' : ''}.`,
      'It logs in nowhere, tests no weakness and guesses no names, paths or passwords.',
      'It makes one connection to an address at a time and keeps to Retry-After.',
      '',
      `You do not want that? Write to ${contact} and name your domain: it is then never looked at again.`,
      '',
    ].join('\n');
  }
}
