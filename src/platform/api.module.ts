import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { RefusedCalls } from './audit/refused-calls';
import { JwtStrategy } from './auth/jwt.strategy';
import { Draining } from './health/draining';
import { HealthController } from './health/health.controller';
import { CallLog } from './http/call-log';
import { DecisionHeadersInterceptor } from './http/decision-headers.interceptor';
import { RefusalPace } from './http/refusal-pace';
import { Refusals } from './http/refusals';
import { McpEndpoint } from './mcp/mcp-endpoint';
import { McpController } from './mcp/mcp.controller';
import { Prompts } from './mcp/prompts';
import { References } from './mcp/references';
import { ToolCalls } from './mcp/tool-calls';
import { ToolCatalogue } from './mcp/tool-catalogue';
import { AccessTokens } from './oauth/access-tokens';
import { ClientAuthentication } from './oauth/client-authentication';
import { TokenCleanUp } from './oauth/token-clean-up';
import { TokenEndpointLimit } from './oauth/token-endpoint-limit';
import { TokenIssuer } from './oauth/token-issuer';
import { TokenStatusController } from './oauth/token-status.controller';
import { TokenController, WellKnownController } from './oauth/token.controller';
import { ApiDescription } from './openapi/api-description';
import { DocsController } from './openapi/docs.controller';
import { BearerGuard } from './operations/bearer.guard';
import { BodyGuard } from './operations/body.guard';
import { LifecycleGuard } from './operations/lifecycle.guard';
import { OneAtATime } from './operations/one-at-a-time';
import { RefusalLog } from './operations/refusal-log';
import { ScopeGuard } from './operations/scope.guard';
import { VersionGuard } from './operations/version.guard';
import { CallsInFlight } from './rate-limit/calls-in-flight';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { StatusFilter } from './status.filter';

/** Texts for agents, to which modules add theirs. */
const SHARED = [Prompts, References];

/** Everything between HTTP and the modules. The guards run in this order: lifecycle, authentication, rate limit, version, scope, body. */
@Global()
@Module({
  imports: [PassportModule],
  controllers: [TokenController, TokenStatusController, WellKnownController, HealthController, DocsController, McpController],
  providers: [
    ...SHARED,
    AccessTokens,
    ApiDescription,
    BearerGuard,
    CallLog,
    CallsInFlight,
    ClientAuthentication,
    Draining,
    JwtStrategy,
    McpEndpoint,
    OneAtATime,
    RefusalLog,
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
  exports: SHARED,
})
export class ApiModule {}
