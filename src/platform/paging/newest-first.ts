import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { CursorBinding, Place } from './cursor';
import { Cursors } from './cursors';
import type { NextPage } from './page';
import type { PageRequest } from './page.dto';

/** A table whose rows are listed newest first, by a time and an id that an index covers. */
export interface NewestFirstList {
  columns: string;
  from: string;
  /** $1 is the organization; each call adds further parameters. */
  where: string;
  time: string;
  /** A uuid column, `id` by default. */
  id?: string;
  /** Set when the id is not a uuid. */
  idType?: 'text';
}

export interface NewestFirstCall {
  organizationId: string;
  /** The operation and its filters, which a cursor belongs to. */
  binding: CursorBinding;
  /** Values of `where`, from $2. */
  params?: readonly unknown[];
  request: PageRequest;
}

export interface NewestFirstPage<Row> {
  rows: Row[];
  /** Spread into the response. */
  totals: { totalCount: number } & NextPage;
}

/** Newer than every row. The time decides, so the id only has to be valid. */
const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Reads pages of lists that are sorted by time, newest first. */
@Injectable()
export class NewestFirst {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async page<Row>(
    list: NewestFirstList,
    { organizationId, binding, params = [], request }: NewestFirstCall,
  ): Promise<NewestFirstPage<Row>> {
    const page = await this.cursors.page([organizationId, ...binding], request);
    const values = [organizationId, ...params];
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<Row & { place: Place }>(organizationId, pageSql(list, values.length), [
        ...values,
        ...(page.place ?? NEWEST),
        page.fetched,
        page.offset,
      ]),
      this.database.lists.read<{ total: number }>(organizationId, countSql(list), values),
    ]);
    const { shown, next } = page.cut(rows, ({ place }) => place);
    return { rows: shown.map(({ place: _, ...row }) => row as unknown as Row), totals: { totalCount: count?.total ?? 0, ...next } };
  }
}

/** Every page, even the first, starts below a position, so all pages share one plan. */
function pageSql({ columns, from, where, time, id = 'id', idType }: NewestFirstList, used: number): string {
  return `
  SELECT ${columns}, ARRAY[${time}::text, ${id}::text] AS place
    FROM ${from}
   WHERE ${where} AND (${time}, ${id}) < ($${used + 1}::timestamptz, $${used + 2}::${idType ?? 'uuid'})
   ORDER BY ${time} DESC, ${id} DESC
   LIMIT $${used + 3} OFFSET $${used + 4}`;
}

function countSql({ from, where }: NewestFirstList): string {
  return `SELECT count(*)::int AS total FROM ${from} WHERE ${where}`;
}
