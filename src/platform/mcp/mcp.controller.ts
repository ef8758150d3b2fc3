import { Controller, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { JsonText } from '#platform/http/json-text';
import { Gateway } from '#platform/operations/operation.decorator';
import { McpEndpoint } from './mcp-endpoint';

/** The operations as tools for agents. */
@Controller({ path: 'mcp', version: '1' })
export class McpController {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly endpoint: McpEndpoint,
  ) {}

  @Post()
  @Gateway('mcp')
  async handle(@Req() request: AuthenticatedRequest, @Res() response: Response): Promise<void> {
    const answer = await this.endpoint.answer(request, response);
    answer.headers.forEach((value, name) => response.setHeader(name, value));
    const text = await answer.text();
    this.adapter.httpAdapter.reply(response, text === '' ? undefined : new JsonText(text), answer.status);
  }
}
