import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { projectRoot } from '#platform/config/project-root';
import { inChunks } from '#platform/import/json-stream/in-chunks.fixture';
import type { ObservationDraft, ObservationFormat, ParsedRecord } from '../observation-draft';

/** One of the files in test/fixtures/ingestion. */
export function fixture(name: string): Buffer {
  return readFileSync(join(projectRoot(), 'test', 'fixtures', 'ingestion', name));
}

/** The records of a file that arrives in chunks of these sizes. */
export async function read(format: ObservationFormat, file: Buffer | string, chunkSizes: readonly number[] = []): Promise<ParsedRecord[]> {
  const records: ParsedRecord[] = [];
  for await (const record of format.parse(Readable.from(inChunks(Buffer.from(file), chunkSizes)))) records.push(record);
  return records;
}

/** The findings of records. */
export function drafts(records: readonly ParsedRecord[]): ObservationDraft[] {
  return records.flatMap((record) => ('draft' in record && record.draft.goneBecause === undefined ? [record.draft] : []));
}

/** Ids of findings that are reported as gone, with the reasons. */
export function gone(records: readonly ParsedRecord[]): [id: string | undefined, reason: string][] {
  return records.flatMap((record) =>
    'draft' in record && record.draft.goneBecause !== undefined ? [[record.draft.source.externalId, record.draft.goneBecause]] : [],
  );
}

/** Titles of findings that rejected or skipped records identify. */
export function named(records: readonly ParsedRecord[]): string[] {
  return records.flatMap((record) => ('names' in record && record.names ? [record.names.title] : []));
}

export function rejections(records: readonly ParsedRecord[]): string[] {
  return records.flatMap((record) => ('rejected' in record ? [`${record.line}: ${record.rejected}`] : []));
}
