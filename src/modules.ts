import type { Type } from '@nestjs/common';
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
import { ApiModule } from '#platform/api.module';
import { SeedModule } from '#admin/seed/seed.module';

/** The API and every module behind it. A function, because loading them takes most of the time of a start: commands load what they need. */
export function allModules(): Type[] {
  return [
    ApiModule,
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
  ];
}
