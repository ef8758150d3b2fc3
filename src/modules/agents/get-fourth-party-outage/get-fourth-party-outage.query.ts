import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { readDomain } from '#platform/domains/read-domain';
import { NotFound } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import type { FourthPartyConnectionType } from '#modules/avd/avd.enums';
import type { FourthParty } from '#modules/avd/fourth-party.dto';
import { OperationsByName } from '../operations-by-name';
import {
  MAX_SHOWN,
  type DependentVendor,
  type GetFourthPartyOutageRequest,
  type GetFourthPartyOutageResponse,
} from './get-fourth-party-outage.dto';

export class GetFourthPartyOutage extends Query<GetFourthPartyOutageResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetFourthPartyOutageRequest,
  ) {
    super();
  }
}

interface Groups {
  fourthPartyGroups: (Omit<GetFourthPartyOutageResponse, 'vendors'> & { fourthParty: FourthParty })[];
}

interface Graph {
  nodes: { id: string; kind: string; domain: string; companyName: string; isCritical?: boolean }[];
  edges: { source: string; connectionTypes: FourthPartyConnectionType[] }[];
}

const COUNTED = ['connectedVendorCount', 'percentOfPortfolio', 'criticalVendorCount', 'openSecurityEventCount', 'products'];
const MAX_VENDORS = 200;

@QueryHandler(GetFourthPartyOutage)
export class GetFourthPartyOutageHandler implements IQueryHandler<GetFourthPartyOutage> {
  constructor(private readonly operations: OperationsByName) {}

  async execute({ caller, request }: GetFourthPartyOutage): Promise<GetFourthPartyOutageResponse> {
    const domain = readDomain('fourthPartyDomain', request.fourthPartyDomain);
    const only = { fourthPartyDomains: [domain] };
    const { fourthPartyGroups } = await this.operations.run<Groups>('GetFourthPartyGroups', caller, { filters: only, fields: COUNTED });
    const [group] = fourthPartyGroups;
    if (!group) throw new NotFound('fourth party', domain);
    const graph = await this.operations.run<Graph>('GetFourthPartyGraph', caller, { ...only, vendorLimit: MAX_VENDORS });
    return { ...group, vendors: dependents(graph) };
  }
}

function dependents({ nodes, edges }: Graph): DependentVendor[] {
  const uses = new Map(edges.map(({ source, connectionTypes }) => [source, connectionTypes]));
  return nodes
    .filter(({ kind }) => kind === 'FOURTH_PARTY_NODE_KIND_VENDOR')
    .map(({ id, domain, companyName, isCritical = false }) => ({
      vendorDomain: domain,
      companyName,
      isCritical,
      connectionTypes: uses.get(id) ?? [],
    }))
    .sort((a, b) => Number(b.isCritical) - Number(a.isCritical))
    .slice(0, MAX_SHOWN);
}
