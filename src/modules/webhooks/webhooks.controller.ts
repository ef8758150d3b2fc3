import { Controller, Delete, Get, Headers, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { DELETE_EXAMPLE_ID, EXAMPLE_ID } from '#platform/fields/example-ids';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { CreateWebhook } from './create-webhook/create-webhook.command';
import { CreateWebhookRequest, CreateWebhookResponse } from './create-webhook/create-webhook.dto';
import { DeleteWebhook } from './delete-webhook/delete-webhook.command';
import { DeleteWebhookRequest, DeleteWebhookResponse } from './delete-webhook/delete-webhook.dto';
import { GetWebhookDeliveriesRequest, GetWebhookDeliveriesResponse } from './get-webhook-deliveries/get-webhook-deliveries.dto';
import { GetWebhookDeliveries } from './get-webhook-deliveries/get-webhook-deliveries.query';
import { GetWebhookRequest, GetWebhookResponse } from './get-webhook/get-webhook.dto';
import { GetWebhook } from './get-webhook/get-webhook.query';
import { GetWebhooksRequest, GetWebhooksResponse } from './get-webhooks/get-webhooks.dto';
import { GetWebhooks } from './get-webhooks/get-webhooks.query';
import { RedeliverWebhook } from './redeliver-webhook/redeliver-webhook.command';
import { RedeliverWebhookRequest, RedeliverWebhookResponse } from './redeliver-webhook/redeliver-webhook.dto';
import { RotateWebhookSecret } from './rotate-webhook-secret/rotate-webhook-secret.command';
import { RotateWebhookSecretRequest, RotateWebhookSecretResponse } from './rotate-webhook-secret/rotate-webhook-secret.dto';
import { TestWebhook } from './test-webhook/test-webhook.command';
import { TestWebhookRequest, TestWebhookResponse } from './test-webhook/test-webhook.dto';
import { UpdateWebhook } from './update-webhook/update-webhook.command';
import { UpdateWebhookRequest, UpdateWebhookResponse } from './update-webhook/update-webhook.dto';
import { writableFields } from './webhook.dto';

@ApiTags('Webhooks')
@Controller({ path: 'webhooks', version: '1' })
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Operation({
    name: 'GetWebhooks',
    summary: 'List webhooks, newest first',
    description: 'Without their secrets. An organization has at most 20.',
    scopes: ['webhooks.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    sends: GetWebhooks,
    request: GetWebhooksRequest,
    response: GetWebhooksResponse,
    refuses: {},
  })
  getWebhooks(@CurrentCaller() caller: Caller, @Input() request: GetWebhooksRequest) {
    return this.queries.execute(new GetWebhooks(caller, request));
  }

  @Post()
  @Operation({
    name: 'CreateWebhook',
    summary: 'Create a webhook: signed calls to your URL',
    description:
      'The answer shows the secret that signs deliveries (Standard Webhooks), once. It receives events from now on, of every type unless eventTypes is set; filters apply to observation events. ' +
      'A URL with a non-public address is refused with WEBHOOK_URL_REFUSED. To poll for changes instead, use GetChanges.',
    scopes: ['webhooks.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    showsSecret: true,
    sends: CreateWebhook,
    request: CreateWebhookRequest,
    response: CreateWebhookResponse,
    refuses: { 400: ['WEBHOOK_URL_REFUSED'], 409: ['WEBHOOK_LIMIT_REACHED'] },
    example: {
      name: 'SIEM',
      url: 'https://hooks.example.com/vendor-risk',
      eventTypes: ['observation.created', 'vendor.score_changed'],
      isEnabled: false,
    },
  })
  createWebhook(@CurrentCaller() caller: Caller, @Input() request: CreateWebhookRequest) {
    return this.commands.execute(new CreateWebhook(caller, request));
  }

  @Get(':id')
  @Operation({
    name: 'GetWebhook',
    summary: 'Read one webhook',
    description: 'Without its secret. GetWebhookDeliveries shows what was sent.',
    scopes: ['webhooks.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    sends: GetWebhook,
    request: GetWebhookRequest,
    response: GetWebhookResponse,
    refuses: { 404: ['WEBHOOK_NOT_FOUND'] },
    writable: ({ webhook }) => writableFields(webhook),
  })
  getWebhook(@CurrentCaller() caller: Caller, @Input() request: GetWebhookRequest) {
    return this.queries.execute(new GetWebhook(caller, request));
  }

  @Patch(':id')
  @Operation({
    name: 'UpdateWebhook',
    summary: 'Change, disable or enable a webhook',
    description:
      'Absent fields stay unchanged. While it is disabled it receives nothing, and events of that time are not sent later. ' +
      'Send If-Match with the ETag of GetWebhook to get 412 if it was edited since.',
    scopes: ['webhooks.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    sends: UpdateWebhook,
    request: UpdateWebhookRequest,
    response: UpdateWebhookResponse,
    refuses: { 400: ['WEBHOOK_URL_REFUSED'], 404: ['WEBHOOK_NOT_FOUND'] },
    writable: ({ webhook }) => writableFields(webhook),
    example: { name: 'SIEM and on-call', eventTypes: ['observation.created', 'observation.reopened'] },
  })
  updateWebhook(@CurrentCaller() caller: Caller, @Input() request: UpdateWebhookRequest, @Headers('if-match') ifMatch?: string) {
    return this.commands.execute(new UpdateWebhook(caller, request, ifMatch));
  }

  @Delete(':id')
  @Operation({
    name: 'DeleteWebhook',
    summary: 'Delete a webhook with its deliveries',
    description: 'Pending deliveries are not sent. To keep the history, disable it with UpdateWebhook instead.',
    scopes: ['webhooks.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'destructive',
    sends: DeleteWebhook,
    request: DeleteWebhookRequest,
    response: DeleteWebhookResponse,
    refuses: { 404: ['WEBHOOK_NOT_FOUND'] },
    exampleOnce: 'WEBHOOK_NOT_FOUND',
    example: { id: DELETE_EXAMPLE_ID },
  })
  deleteWebhook(@CurrentCaller() caller: Caller, @Input() request: DeleteWebhookRequest) {
    return this.commands.execute(new DeleteWebhook(caller, request));
  }

  @Post(':id/rotate-secret')
  @Operation({
    name: 'RotateWebhookSecret',
    summary: 'Give a webhook a new secret',
    description:
      'The answer shows it, once. For 24 hours deliveries are signed with the old secret too, so that the receiver can be changed meanwhile.',
    scopes: ['webhooks.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    showsSecret: true,
    sends: RotateWebhookSecret,
    request: RotateWebhookSecretRequest,
    response: RotateWebhookSecretResponse,
    refuses: { 404: ['WEBHOOK_NOT_FOUND'] },
    example: { id: EXAMPLE_ID },
  })
  rotateWebhookSecret(@CurrentCaller() caller: Caller, @Input() request: RotateWebhookSecretRequest) {
    return this.commands.execute(new RotateWebhookSecret(caller, request));
  }

  @Post(':id/test')
  @Operation({
    name: 'TestWebhook',
    summary: 'Send a test event to a webhook',
    description:
      'Sends webhook.test, whatever the event types of the webhook are. It is delivered like any other event, within seconds: GetWebhookDeliveries shows how it went.',
    scopes: ['webhooks.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    sends: TestWebhook,
    request: TestWebhookRequest,
    response: TestWebhookResponse,
    refuses: { 404: ['WEBHOOK_NOT_FOUND'], 409: ['WEBHOOK_DISABLED'] },
    example: { id: EXAMPLE_ID },
  })
  testWebhook(@CurrentCaller() caller: Caller, @Input() request: TestWebhookRequest) {
    return this.commands.execute(new TestWebhook(caller, request));
  }

  @Get(':id/deliveries')
  @Operation({
    name: 'GetWebhookDeliveries',
    summary: 'List the deliveries of a webhook, newest first',
    description: 'With every attempt: when it was, what the receiver answered, how long it took. Kept for 30 days.',
    scopes: ['webhooks.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    sends: GetWebhookDeliveries,
    request: GetWebhookDeliveriesRequest,
    response: GetWebhookDeliveriesResponse,
    refuses: { 404: ['WEBHOOK_NOT_FOUND'] },
  })
  getWebhookDeliveries(@CurrentCaller() caller: Caller, @Input() request: GetWebhookDeliveriesRequest) {
    return this.queries.execute(new GetWebhookDeliveries(caller, request));
  }

  @Post(':id/redeliver')
  @Operation({
    name: 'RedeliverWebhook',
    summary: 'Send deliveries of a webhook again',
    description:
      'One by deliveryId, or all since a time, whether they succeeded or not. They keep their ids and bodies, so a receiver that has seen one recognizes it.',
    scopes: ['webhooks.manage'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    sends: RedeliverWebhook,
    request: RedeliverWebhookRequest,
    response: RedeliverWebhookResponse,
    refuses: { 404: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND'], 409: ['WEBHOOK_DISABLED'] },
    example: { id: EXAMPLE_ID, since: '2026-11-01T00:00:00.000Z' },
  })
  redeliverWebhook(@CurrentCaller() caller: Caller, @Input() request: RedeliverWebhookRequest) {
    return this.commands.execute(new RedeliverWebhook(caller, request));
  }
}
