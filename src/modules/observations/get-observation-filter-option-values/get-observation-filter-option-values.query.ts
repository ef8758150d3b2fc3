import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { Cursors } from '#platform/paging/cursors';
import { pageSize } from '#platform/paging/page.dto';
import { printGroupOrn } from '../orn';
import { viewOf, type View } from '#vocabulary/view';
import type {
  FilterOptionValue,
  GetObservationFilterOptionValuesRequest,
  GetObservationFilterOptionValuesResponse,
} from './get-observation-filter-option-values.dto';
import { ENUMERATED, VALUE_SOURCES } from './value-sources';

export class GetObservationFilterOptionValues extends Query<GetObservationFilterOptionValuesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationFilterOptionValuesRequest,
  ) {
    super();
  }
}

interface Row {
  value: string;
  display: string;
  count: string;
}

const COUNTS = {
  OBSERVATION_MODE_OPEN: 'open_count',
  OBSERVATION_MODE_RESOLVED: 'closed_count',
  OBSERVATION_MODE_ALL: 'open_count + closed_count',
};

@QueryHandler(GetObservationFilterOptionValues)
export class GetObservationFilterOptionValuesHandler implements IQueryHandler<GetObservationFilterOptionValues> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetObservationFilterOptionValues): Promise<GetObservationFilterOptionValuesResponse> {
    const field = request.field.replace(/^OBSERVATIONS_FIELD_/, '');
    const source = request.field.startsWith('OBSERVATIONS_FIELD_') ? VALUE_SOURCES[field] : undefined;
    if (source === undefined) {
      const description = `must be one of ${Object.keys(VALUE_SOURCES)
        .sort()
        .map((name) => `OBSERVATIONS_FIELD_${name}`)
        .join(', ')}`;
      throw new InvalidArgument(`field ${description}.`, 'FIELD_NOT_DISCRETE', [{ field: 'field', description }]);
    }
    const view = viewOf(caller);
    const mode = request.mode ?? 'OBSERVATION_MODE_OPEN';
    const query = request.query ?? '';
    const cursors = await this.cursors.ready();
    const binding = [caller.organizationId, 'GetObservationFilterOptionValues', view.number, field, mode, query];
    const place = request.cursor ? cursors.open(binding, request.cursor) : undefined;
    const limit = pageSize(request.limit);

    const enumerated = ENUMERATED[field];
    const params: unknown[] = [caller.organizationId, view.number];
    const conditions = ['s.count > 0'];
    if (query !== '' && !enumerated) {
      params.push(query);
      conditions.push(
        `(position(lower($${params.length}) IN lower(s.value)) > 0 OR position(lower($${params.length}) IN lower(s.display)) > 0)`,
      );
    }
    if (place) {
      params.push(...place);
      conditions.push(`(s.count, s.value) < ($${params.length - 1}::bigint, $${params.length})`);
    }
    // An enumeration is read whole: its members' names are not in the database to be searched.
    const most = enumerated ? '' : `LIMIT ${limit + 1}`;
    const sql = `SELECT s.value, s.display, s.count FROM (SELECT value, display, ${COUNTS[mode]} AS count FROM (${source}) f) s
                  WHERE ${conditions.join(' AND ')} ORDER BY s.count DESC, s.value DESC ${most}`;
    const found = await this.database.lists.read<Row>(caller.organizationId, sql, params);
    const rows = enumerated ? found.filter((row) => contains(enumerated.toMember(Number(row.value)), query)) : found;

    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      field: request.field,
      values: page.map((row) => toValue(field, row, view, caller.organization.domain)),
      ...(last && { nextCursor: cursors.seal(binding, [last.count, last.value]) }),
    };
  }
}

function toValue(field: string, { value, display, count }: Row, view: View, owner: string): FilterOptionValue {
  const enumerated = ENUMERATED[field];
  if (enumerated) {
    const member = enumerated.toMember(Number(value));
    return { value: member, displayName: enumerated.displayName(member), count };
  }
  if (field === 'GROUP') return { value: printGroupOrn({ view: view.orn, key: value, owner }), displayName: display, count };
  if (value === 'true' || value === 'false') return { value, displayName: value === 'true' ? 'Yes' : 'No', count };
  return { value, displayName: display, count };
}

function contains(member: string, query: string): boolean {
  const wanted = query.toLowerCase();
  return member.toLowerCase().includes(wanted) || member.toLowerCase().replaceAll('_', ' ').includes(wanted);
}
