import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { WhoAmIRequest, WhoAmIResponse } from './who-am-i.dto';
import { WhoAmI } from './who-am-i.query';

@ApiTags('Account')
@Controller({ path: 'whoami', version: '1' })
export class AccountController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Operation({
    name: 'WhoAmI',
    summary: 'Show the credential and organization behind the token',
    description: 'The credential, its organization, scopes, view and rate limit. Any valid token may call it.',
    scopes: [],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: WhoAmI,
    request: WhoAmIRequest,
    response: WhoAmIResponse,
  })
  whoAmI(@CurrentCaller() caller: Caller, @Input() request: WhoAmIRequest) {
    return this.queries.execute(new WhoAmI(caller, request));
  }
}
