import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { InvalidArgument } from '#platform/errors/api-error';
import { Cursors } from '#platform/paging/cursors';
import { printGroupOrn } from '#shared/orn';
import { viewOf, type View } from '#shared/view';
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
    const binding = [caller.organizationId, 'GetObservationFilterOptionValues', view.number, field, mode, query];
    const page = await this.cursors.page(binding, request);

    const enumerated = ENUMERATED[field];
    const params = new SqlParams<unknown>([caller.organizationId, view.number]);
    const conditions = ['s.count > 0'];
    if (query !== '' && !enumerated) {
      const text = params.add(query);
      conditions.push(`(position(lower(${text}) IN lower(s.value)) > 0 OR position(lower(${text}) IN lower(s.display)) > 0)`);
    }
    if (page.place) conditions.push(`(s.count, s.value) < (${params.add(page.place[0], 'bigint')}, ${params.add(page.place[1])})`);
    // An enumeration is read completely: its member names are not in the database and are searched here.
    const most = enumerated ? '' : `LIMIT ${page.fetched}`;
    const sql = `SELECT s.value, s.display, s.count FROM (SELECT value, display, ${COUNTS[mode]} AS count FROM (${source}) f) s
                  WHERE ${conditions.join(' AND ')} ORDER BY s.count DESC, s.value DESC ${most}`;
    const found = await this.database.lists.read<Row>(caller.organizationId, sql, params.values);
    const rows = enumerated ? found.filter((row) => contains(enumerated.toMember(Number(row.value)), query)) : found;

    const { shown, next } = page.cut(rows, ({ count, value }) => [count, value]);
    return {
      field: request.field,
      values: shown.map((row) => toValue(field, row, view, caller.organization.domain)),
      ...next,
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
