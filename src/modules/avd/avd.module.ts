import { Module } from '@nestjs/common';
import { AvdController } from './avd.controller';
import { DnsImport } from './dns-import';
import { ExportFourthPartiesHandler } from './export-fourth-parties/export-fourth-parties.query';
import { GetFourthPartiesHandler } from './get-fourth-parties/get-fourth-parties.query';
import { GetFourthPartyGraphHandler } from './get-fourth-party-graph/get-fourth-party-graph.query';
import { GetFourthPartyGroupsHandler } from './get-fourth-party-groups/get-fourth-party-groups.query';
import { GetFourthPartyVendorsHandler } from './get-fourth-party-vendors/get-fourth-party-vendors.query';
import { GetVendorSummaryHandler } from './get-vendor-summary/get-vendor-summary.query';
import { GraphPageController } from './graph-page.controller';
import { GroupList } from './group-list';
import { RelationshipList } from './relationship-list';

@Module({
  controllers: [AvdController, GraphPageController],
  providers: [
    DnsImport,
    ExportFourthPartiesHandler,
    GetFourthPartiesHandler,
    GetFourthPartyGraphHandler,
    GetFourthPartyGroupsHandler,
    GetFourthPartyVendorsHandler,
    GetVendorSummaryHandler,
    GroupList,
    RelationshipList,
  ],
  exports: [DnsImport],
})
export class AvdModule {}
