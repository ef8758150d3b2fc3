import { Module } from '@nestjs/common';
import { ObservationsModule } from '#modules/observations/observations.module';
import { Prompts } from '#platform/mcp/prompts';
import { AGENT_PROMPTS } from './agent-prompts';
import { AgentsController } from './agents.controller';
import { GetExploitedVendorsHandler } from './get-exploited-vendors/get-exploited-vendors.query';
import { GetFourthPartyOutageHandler } from './get-fourth-party-outage/get-fourth-party-outage.query';
import { GetReferenceHandler } from './get-reference/get-reference.query';
import { GetUnansweredCompaniesHandler } from './get-unanswered-companies/get-unanswered-companies.query';
import { GetVendorChangesHandler } from './get-vendor-changes/get-vendor-changes.query';
import { OperationsByName } from './operations-by-name';
import { QuestionsController } from './questions.controller';

/** What agents need besides the other operations: answers to common questions, reference texts, and prompts. */
@Module({
  imports: [ObservationsModule],
  controllers: [AgentsController, QuestionsController],
  providers: [
    GetExploitedVendorsHandler,
    GetFourthPartyOutageHandler,
    GetReferenceHandler,
    GetUnansweredCompaniesHandler,
    GetVendorChangesHandler,
    OperationsByName,
  ],
})
export class AgentsModule {
  constructor(prompts: Prompts) {
    prompts.add(...AGENT_PROMPTS);
  }
}
