import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { NestedList, TextList } from '#platform/fields/fields';
import { MonitoringRun } from '../monitoring-run.dto';

export const MAX_VENDORS = 100;

export class RunMonitoringRequest {
  @TextList({ max: 36, minItems: 1, maxItems: MAX_VENDORS, example: [EXAMPLE_ID], description: 'Vendor.id of monitored vendors.' })
  vendorIds!: string[];
}

export class RunMonitoringResponse {
  @NestedList(() => MonitoringRun, {
    maxItems: MAX_VENDORS,
    description: 'One per vendor, in the order of the request: a new one, or the one that was queued or running already.',
  })
  runs!: MonitoringRun[];
}
