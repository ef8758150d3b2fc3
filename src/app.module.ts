import { Module, type DynamicModule } from '@nestjs/common';
import { AccountModule } from '#modules/account/account.module';
import { AgentsModule } from '#modules/agents/agents.module';
import { AuditModule } from '#modules/audit/audit.module';
import { AvdModule } from '#modules/avd/avd.module';
import { CredentialsModule } from '#modules/credentials/credentials.module';
import { ChangesModule } from '#modules/changes/changes.module';
import { IngestionModule } from '#modules/ingestion/ingestion.module';
import { MonitoringModule } from '#modules/monitoring/monitoring.module';
import { ObservationsModule } from '#modules/observations/observations.module';
import { PortfolioModule } from '#modules/portfolio/portfolio.module';
import { QuestionnairesModule } from '#modules/questionnaires/questionnaires.module';
import { RemediationPolicyModule } from '#modules/remediation-policy/remediation-policy.module';
import { RetentionModule } from '#modules/retention/retention.module';
import { ScoresModule } from '#modules/scores/scores.module';
import { SecurityEventsModule } from '#modules/security-events/security-events.module';
import { VendorGroupsModule } from '#modules/vendor-groups/vendor-groups.module';
import { VendorsModule } from '#modules/vendors/vendors.module';
import { WebhooksModule } from '#modules/webhooks/webhooks.module';
import { ConfigModule } from '#platform/config/config.module';
import type { Env } from '#platform/config/env';
import { DatabaseModule } from '#platform/database/database.module';
import { LoggingModule } from '#platform/logging/logging.module';
import { PlatformModule } from '#platform/platform.module';
import { SeedModule } from './admin/seed/seed.module';

/** The composition root. */
@Module({})
export class AppModule {
  static with(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env),
        LoggingModule,
        DatabaseModule,
        PlatformModule,
        AccountModule,
        AgentsModule,
        AuditModule,
        AvdModule,
        CredentialsModule,
        ChangesModule,
        IngestionModule,
        MonitoringModule,
        ObservationsModule,
        PortfolioModule,
        QuestionnairesModule,
        RemediationPolicyModule,
        RetentionModule,
        ScoresModule,
        SecurityEventsModule,
        VendorGroupsModule,
        VendorsModule,
        WebhooksModule,
        SeedModule,
      ],
    };
  }
}
