import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Env } from '#platform/config/env';
import { Unguarded } from '#platform/operations/operation.decorator';

/** The page that the monitoring user agent links to: who scans, what, and how to opt out. */
@ApiExcludeController()
@Controller('monitoring')
@Unguarded('the page tells scanned companies who scans them')
export class NoticeController {
  constructor(private readonly env: Env) {}

  @Get()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  notice(): string {
    const contact = this.env.SUPPORT_EMAIL ?? `the operator of ${this.env.baseUrl}`;
    return [
      'This service checks what companies expose publicly, because their customers want to know how secure they are.',
      '',
      `Once in ${this.env.MONITORING_INTERVAL_HOURS} hours it asks for the DNS records of a domain and requests the home page of at most ten of its hosts,`,
      `and once a week it tries an old TLS version${this.env.MONITORING_SMTP ? ' and asks its mail servers whether they offer encryption' : ''}.`,
      'It never logs in, exploits nothing, and guesses no names, paths or passwords.',
      'It makes one connection to an address at a time and honours Retry-After.',
      '',
      `To opt out, write to ${contact} and name your domain: it is then never scanned again.`,
      '',
    ].join('\n');
  }
}
