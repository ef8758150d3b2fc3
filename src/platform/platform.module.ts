import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { PassportModule } from '@nestjs/passport';
import { BearerGuard } from './operations/bearer.guard';
import { CredentialAdmin } from './auth/credential-admin';
import { Credentials } from './auth/credentials';
import { JwtStrategy } from './auth/jwt.strategy';
import { Organizations } from './auth/organizations';
import { PlatformSecrets } from './auth/platform-secrets';
import { PlatformState } from './database/platform-state';
import { SigningKeys } from './auth/signing-keys';
import { TokenIssuer } from './oauth/token-issuer';
import { TokenController, WellKnownController } from './oauth/token.controller';
import { StatusFilter } from './status.filter';
import { Draining } from './health/draining';
import { HealthController } from './health/health.controller';
import { Admission } from './http/admission';
import { BodyGuard } from './http/body.guard';
import { CallLog } from './http/call-log';
import { Refusals } from './http/refusals';
import { Idempotency } from './operations/idempotency';
import { McpEndpoint } from './mcp/mcp-endpoint';
import { McpController } from './mcp/mcp.controller';
import { ToolCalls } from './mcp/tool-calls';
import { ToolCatalogue } from './mcp/tool-catalogue';
import { Metrics } from './metrics/metrics';
import { ApiDescription } from './openapi/api-description';
import { DocsController } from './openapi/docs.controller';
import { Lifecycle } from './operations/lifecycle';
import { OperationRegistry } from './operations/operation.registry';
import { OperationRunner } from './operations/operation.runner';
import { ScopeGuard } from './operations/scope.guard';
import { VersionGuard } from './operations/version.guard';
import { Cursors } from './paging/cursors';
import { Counters } from './rate-limit/counters';
import { RateLimit } from './rate-limit/rate-limit';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { ThreadPool } from './threads/thread-pool';
import { TokenEndpointLimit } from './oauth/token-endpoint-limit';

const SHARED = [
  Counters,
  CredentialAdmin,
  Credentials,
  Cursors,
  Idempotency,
  Lifecycle,
  Metrics,
  OperationRegistry,
  OperationRunner,
  Organizations,
  PlatformSecrets,
  PlatformState,
  RateLimit,
  SigningKeys,
  ThreadPool,
];

/** What every module stands on. The guards run in this order: who calls, how often, which version, with which scope, and then what. */
@Global()
@Module({
  imports: [CqrsModule.forRoot(), DiscoveryModule, PassportModule],
  controllers: [TokenController, WellKnownController, HealthController, DocsController, McpController],
  providers: [
    ...SHARED,
    Admission,
    ApiDescription,
    BodyGuard,
    CallLog,
    Draining,
    JwtStrategy,
    McpEndpoint,
    Refusals,
    TokenEndpointLimit,
    TokenIssuer,
    ToolCalls,
    ToolCatalogue,
    { provide: APP_FILTER, useClass: StatusFilter },
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: VersionGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useExisting: BodyGuard },
  ],
  exports: [...SHARED, CqrsModule],
})
export class PlatformModule {}
