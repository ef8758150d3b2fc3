import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { readDomain } from '#platform/domains/read-domain';
import { InvalidArgument, NotFound } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { DAY_MS } from '#platform/time/durations';
import type { FourthPartyRelationship } from '#modules/avd/fourth-party.dto';
import type { TotalCount } from '#modules/observations/total-count';
import { OperationsByName } from '../operations-by-name';
import {
  MAX_DAYS,
  MAX_SHOWN,
  type ChangedObservation,
  type EventOfVendor,
  type GetVendorChangesRequest,
  type GetVendorChangesResponse,
  type ScoreMove,
} from './get-vendor-changes.dto';

export class GetVendorChanges extends Query<GetVendorChangesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorChangesRequest,
  ) {
    super();
  }
}

@QueryHandler(GetVendorChanges)
export class GetVendorChangesHandler implements IQueryHandler<GetVendorChanges> {
  constructor(private readonly operations: OperationsByName) {}

  async execute({ caller, request: { vendorDomain, since } }: GetVendorChanges): Promise<GetVendorChangesResponse> {
    const domain = readDomain('vendorDomain', vendorDomain);
    refuseLongTime(since);
    const { vendors } = await this.operations.run<{ vendors: { id: string }[] }>('GetVendors', caller, {
      filters: [rule({ vendorsField: 'VENDORS_FIELD_DOMAIN_NAME' }, 'EQUALS', { stringValue: domain })],
      fields: ['id'],
    });
    const [vendor] = vendors;
    if (!vendor) throw new NotFound('vendor', domain);
    const [opened, resolved] = [
      await this.observations(caller, domain, 'CREATED_AT', since, 'OBSERVATION_MODE_ALL'),
      await this.observations(caller, domain, 'RESOLVED_AT', since, 'OBSERVATION_MODE_RESOLVED'),
    ];
    const score = await this.score(caller, domain, since);
    return {
      vendorId: vendor.id,
      openedCount: opened.totalCount,
      openedCountType: opened.totalCountType,
      resolvedCount: resolved.totalCount,
      resolvedCountType: resolved.totalCountType,
      ...(score && { score }),
      opened: opened.observations,
      resolved: resolved.observations,
      ...(await this.events(caller, domain, since)),
      ...(await this.fourthParties(caller, domain, since)),
    };
  }

  private observations(caller: Caller, domain: string, field: string, since: string, mode: string) {
    return this.operations.run<TotalCount & { observations: ChangedObservation[] }>('GetObservations', caller, {
      mode,
      filters: [
        rule({ observationsField: 'OBSERVATIONS_FIELD_VENDOR' }, 'EQUALS', { stringValue: domain }),
        rule({ observationsField: `OBSERVATIONS_FIELD_${field}` }, 'BETWEEN', { dateRangeValue: { startTime: since, live: true } }),
      ],
      limit: MAX_SHOWN,
      fields: ['title', 'severity'],
    });
  }

  private async score(caller: Caller, domain: string, since: string): Promise<ScoreMove | undefined> {
    interface Histories {
      histories: { days: { overallScore: number }[] }[];
    }
    const input = { vendorDomains: [domain], range: { startTime: since } };
    const { histories } = await this.operations.run<Histories>('GetVendorScoreHistory', caller, input);
    const days = histories[0]?.days ?? [];
    const [first, last] = [days[0], days.at(-1)];
    return first && last && { from: first.overallScore, to: last.overallScore };
  }

  private async events(caller: Caller, domain: string, since: string) {
    if (!this.operations.mayRun('GetSecurityEvents', caller)) return {};
    const input = {
      filters: { vendorDomains: [domain], publishedRange: { startTime: since } },
      limit: MAX_SHOWN,
      fields: ['title', 'severity', 'publishedAt'],
    };
    const found = await this.operations.run<{ totalCount: number; securityEvents: EventOfVendor[] }>('GetSecurityEvents', caller, input);
    return { securityEventCount: found.totalCount, securityEvents: found.securityEvents };
  }

  private async fourthParties(caller: Caller, domain: string, since: string) {
    if (!this.operations.mayRun('GetFourthParties', caller)) return {};
    const input = {
      filters: { vendorDomains: [domain], firstSeenRange: { startTime: since } },
      sortField: 'firstSeen',
      limit: MAX_SHOWN,
      fields: ['connectionTypes'],
    };
    const found = await this.operations.run<{ totalCount: number; fourthParties: FourthPartyRelationship[] }>(
      'GetFourthParties',
      caller,
      input,
    );
    return {
      newFourthPartyCount: found.totalCount,
      newFourthParties: found.fourthParties.map(({ fourthParty: { domain: party, companyName }, connectionTypes }) => {
        return { domain: party, companyName, connectionTypes };
      }),
    };
  }
}

function rule(field: object, comparison: string, value: object): object {
  return { rule: { field, comparison: `COMPARISON_${comparison}`, value } };
}

/** How long scores are stored. */
function refuseLongTime(since: string): void {
  const age = Date.now() - Date.parse(since);
  if (age >= 0 && age <= MAX_DAYS * DAY_MS) return;
  const description = `must be in the past, at most ${MAX_DAYS} days ago`;
  throw new InvalidArgument(`since: ${description}`, 'INVALID_REQUEST', [{ field: 'since', description }]);
}
