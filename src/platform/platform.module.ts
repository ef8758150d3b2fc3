import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BearerGuard } from './operations/bearer.guard';
import { CredentialAdmin } from './auth/credential-admin';
import { CredentialUse } from './auth/credential-use';
import { Credentials } from './auth/credentials';
import { ExpiringCredentials } from './auth/expiring-credentials';
import { JwtStrategy } from './auth/jwt.strategy';
import { KeyRewrap } from './auth/key-rewrap';
import { KeySchedule } from './auth/key-schedule';
import { KeyStore } from './auth/key-store';
import { OauthClientEntity } from './auth/oauth-client.entity';
import { OrganizationDomainEntity } from './auth/organization-domain.entity';
import { OrganizationEntity } from './auth/organization.entity';
import { Organizations } from './auth/organizations';
import { PlatformSecrets } from './auth/platform-secrets';
import { RefusedCalls } from './audit/refused-calls';
import { PlatformState } from './database/platform-state';
import { RevokedTokens } from './auth/revoked-tokens';
import { SigningKeyEntity } from './auth/signing-key.entity';
import { SigningKeys } from './auth/signing-keys';
import { Env } from './config/env';
import { KeyRing } from './encryption/key-ring';
import { loadKeyRing } from './encryption/load-key-ring';
import { SealedValuesRegistry } from './encryption/sealed-values';
import { AccessTokens } from './oauth/access-tokens';
import { ClientAuthentication } from './oauth/client-authentication';
import { TokenCleanUp } from './oauth/token-clean-up';
import { TokenIssuer } from './oauth/token-issuer';
import { TokenStatusController } from './oauth/token-status.controller';
import { TokenController, WellKnownController } from './oauth/token.controller';
import { StatusFilter } from './status.filter';
import { Exports } from './export/exports';
import { Draining } from './health/draining';
import { HealthController } from './health/health.controller';
import { Admission } from './http/admission';
import { CallLog } from './http/call-log';
import { DecisionHeadersInterceptor } from './http/decision-headers.interceptor';
import { RefusalPace } from './http/refusal-pace';
import { Refusals } from './http/refusals';
import { IdempotencyKeyEntity } from './operations/idempotency-key.entity';
import { Idempotency } from './operations/idempotency';
import { Jobs } from './jobs/jobs';
import { McpEndpoint } from './mcp/mcp-endpoint';
import { McpController } from './mcp/mcp.controller';
import { Prompts } from './mcp/prompts';
import { References } from './mcp/references';
import { ToolCalls } from './mcp/tool-calls';
import { ToolCatalogue } from './mcp/tool-catalogue';
import { Metrics } from './metrics/metrics';
import { ApiDescription } from './openapi/api-description';
import { DocsController } from './openapi/docs.controller';
import { BodyGuard } from './operations/body.guard';
import { Lifecycle } from './operations/lifecycle';
import { LifecycleGuard } from './operations/lifecycle.guard';
import { OperationLifecycleEntity } from './operations/operation-lifecycle.entity';
import { OneAtATime } from './operations/one-at-a-time';
import { OperationRegistry } from './operations/operation.registry';
import { OperationRunner } from './operations/operation.runner';
import { RefusalLog } from './operations/refusal-log';
import { ScopeGuard } from './operations/scope.guard';
import { VersionGuard } from './operations/version.guard';
import { Cursors } from './paging/cursors';
import { NewestFirst } from './paging/newest-first';
import { CallsInFlight } from './rate-limit/calls-in-flight';
import { Counters } from './rate-limit/counters';
import { RateLimit } from './rate-limit/rate-limit';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { ThreadPool } from './threads/thread-pool';
import { TokenEndpointLimit } from './oauth/token-endpoint-limit';

const SHARED = [
  Admission,
  Counters,
  CredentialAdmin,
  Credentials,
  CredentialUse,
  Cursors,
  ExpiringCredentials,
  Exports,
  Idempotency,
  Jobs,
  KeyRewrap,
  KeySchedule,
  KeyStore,
  Lifecycle,
  Metrics,
  NewestFirst,
  OperationRegistry,
  OperationRunner,
  Organizations,
  PlatformSecrets,
  PlatformState,
  RateLimit,
  Prompts,
  References,
  RevokedTokens,
  SealedValuesRegistry,
  SigningKeys,
  ThreadPool,
];

const ENTITIES = [
  IdempotencyKeyEntity,
  OauthClientEntity,
  OperationLifecycleEntity,
  OrganizationDomainEntity,
  OrganizationEntity,
  SigningKeyEntity,
];

/** The platform that every module uses. The guards run in this order: lifecycle, authentication, rate limit, version, scope, body. */
@Global()
@Module({
  imports: [CqrsModule.forRoot(), DiscoveryModule, PassportModule, TypeOrmModule.forFeature(ENTITIES)],
  controllers: [TokenController, TokenStatusController, WellKnownController, HealthController, DocsController, McpController],
  providers: [
    ...SHARED,
    { provide: KeyRing, useFactory: loadKeyRing, inject: [Env] },
    AccessTokens,
    ApiDescription,
    BearerGuard,
    CallLog,
    CallsInFlight,
    ClientAuthentication,
    Draining,
    JwtStrategy,
    McpEndpoint,
    RefusalLog,
    OneAtATime,
    RefusalPace,
    Refusals,
    RefusedCalls,
    TokenCleanUp,
    TokenEndpointLimit,
    TokenIssuer,
    ToolCalls,
    ToolCatalogue,
    { provide: APP_FILTER, useClass: StatusFilter },
    { provide: APP_INTERCEPTOR, useClass: DecisionHeadersInterceptor },
    { provide: APP_GUARD, useClass: LifecycleGuard },
    { provide: APP_GUARD, useExisting: BearerGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: VersionGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
  ],
  exports: [...SHARED, KeyRing, CqrsModule],
})
export class PlatformModule {}
