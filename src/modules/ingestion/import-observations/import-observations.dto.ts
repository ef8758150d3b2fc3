import { Bool, Int32, NestedList, Text } from '#platform/http/fields';

export const MOST_CONTENT = 5_242_880;

export class ImportObservationsRequest {
  @Text({ max: 16, example: 'jsonl', description: 'jsonl, nuclei, sarif, asff, nmap or grype.' })
  format!: string;

  @Text({ max: MOST_CONTENT, description: 'The file itself, at most 5 MiB.' })
  content!: string;

  @Text({ max: 253, optional: true, description: 'Whom findings are about whose host is in no domain of the directory.' })
  vendorDomain?: string;

  @Bool({ optional: true, description: 'Resolve what the same source reported earlier for the same subjects and does not report now.' })
  closeMissing?: boolean;

  @Bool({ optional: true, description: 'Report the counts and write nothing.' })
  dryRun?: boolean;
}

export class ImportRejection {
  @Int32({ example: 17, description: 'Line or record, from 1.' }) line!: number;
  @Text({ max: 1000 }) reason!: string;
}

export class ImportObservationsResponse {
  @Int32({ example: 40 }) created!: number;
  @Int32({ example: 2, description: 'Known ones with something new.' }) reobserved!: number;
  @Int32({ example: 1, description: 'Resolved ones that are back.' }) reopened!: number;
  @Int32({ example: 0, description: 'Closed by closeMissing.' }) resolved!: number;
  @Int32({ example: 3 }) unchanged!: number;
  @Int32({ example: 1 }) rejected!: number;
  @Int32({ example: 47, description: 'Records in the file.' }) total!: number;
  @NestedList(() => ImportRejection, { maxItems: 100, description: 'The first hundred.' }) rejections!: ImportRejection[];
}
