import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import { readDomain } from '#platform/domains/read-domain';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { printGroupOrn } from '#shared/orn';
import { viewOf } from '#shared/view';
import { gradeOf, lowestOf } from '../score-model';
import { partsOf, toPart, type PartRow } from '../score-parts';
import { planScore } from '../score-plan';
import { VendorScoreNotFound } from '../score.errors';
import { groupTitles, SCORED_PARTIES } from '../vendor-score';
import type { GetScorePlanRequest, GetScorePlanResponse } from './get-score-plan.dto';

export class GetScorePlan extends Query<GetScorePlanResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetScorePlanRequest,
  ) {
    super();
  }
}

const FIND = `SELECT s.overall_score AS overall, ${partsOf('s.party_domain')} AS parts ${SCORED_PARTIES}`;

@QueryHandler(GetScorePlan)
export class GetScorePlanHandler implements IQueryHandler<GetScorePlan> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: GetScorePlan): Promise<GetScorePlanResponse> {
    const domain = readDomain('vendorDomain', request.vendorDomain);
    const target = targetOf(request);
    const view = viewOf(caller);
    const [found] = await this.database.lists.read<{ overall: number; parts: PartRow[] }>(caller.organizationId, FIND, [
      caller.organizationId,
      view.number,
      [domain],
    ]);
    if (!found) throw new VendorScoreNotFound(domain);
    const steps = planScore(found.parts.map(toPart), target);
    const titles = await groupTitles(
      this.database.lists,
      caller,
      steps.map(({ groupKey }) => groupKey),
    );
    return {
      plan: {
        currentScore: found.overall,
        currentGrade: gradeOf(found.overall),
        ...(target !== undefined && { targetScore: target }),
        isReachable: (steps.at(-1)?.scoreAfter ?? found.overall) >= (target ?? 0),
        steps: steps.map(({ groupKey, severity, observationCount, scoreAfter }) => ({
          groupOrn: printGroupOrn({ view: view.orn, key: groupKey, owner: caller.organization.domain }),
          title: titles.get(groupKey) ?? groupKey,
          severity: OBSERVATION_SEVERITY.toMember(severity),
          observationCount: String(observationCount),
          scoreAfter,
          gradeAfter: gradeOf(scoreAfter),
        })),
      },
    };
  }
}

function targetOf({ targetGrade, targetScore }: GetScorePlanRequest): number | undefined {
  if (targetGrade === undefined) return targetScore;
  if (targetScore === undefined) return lowestOf(targetGrade);
  const description = 'give targetGrade or targetScore, not both';
  throw new InvalidArgument(`targetScore: ${description}.`, 'INVALID_REQUEST', [{ field: 'targetScore', description }]);
}
