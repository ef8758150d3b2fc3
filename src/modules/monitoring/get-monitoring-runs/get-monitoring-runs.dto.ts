import { VENDOR_ID } from '#modules/vendors/vendor.dto';
import { Id, Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { MonitoringRun } from '../monitoring-run.dto';

export class GetMonitoringRunsRequest extends PageRequest {
  @Id({ optional: true, of: VENDOR_ID, description: 'Only runs of this vendor (Vendor.id).' })
  vendorId?: string;

  @FieldNames(MonitoringRun, ['id'], ['vendorDomain', 'status', 'finishedAt', 'created', 'resolved', 'reobserved'])
  fields?: string[];
}

export class GetMonitoringRunsResponse {
  @NestedList(() => MonitoringRun, { maxItems: MAX_PAGE, description: 'Newest first.' })
  runs!: MonitoringRun[];

  @Int32({ example: 30, description: 'Matching runs on all pages.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
