import { Bool, File, Int32, NestedList, Text } from '#platform/fields/fields';
import type { FileText } from '#platform/http/file-text';

export const MAX_CONTENT_BYTES = 5_242_880;

export class ImportObservationsRequest {
  @Text({
    max: 16,
    optional: true,
    example: 'jsonl',
    description:
      'jsonl, nuclei, sarif, asff, nmap, grype, testssl, zap, openvas, nessus, trivy, cyclonedx or riskrecon. Without it, the format is recognized from the content; content that could be of several is refused with FORMAT_UNKNOWN, which names them.',
  })
  format?: string;

  @File({
    min: 0,
    max: MAX_CONTENT_BYTES,
    description: 'The content of the file, at most 5 MiB. Empty content of a format with one record per line is a report without findings.',
  })
  content!: FileText;

  @Text({ max: 253, optional: true, description: 'Fallback vendor for findings whose host matches no vendor.' })
  vendorDomain?: string;

  @Bool({
    optional: true,
    description: 'Resolve findings that the same source reported earlier for the same subjects and does not report now.',
  })
  closeMissing?: boolean;

  @Bool({ optional: true, description: 'Return the counts without writing anything.' })
  dryRun?: boolean;
}

export class ImportRejection {
  @Int32({ example: 17, description: 'Line or record, from 1.' }) line!: number;
  @Text({ max: 1000 }) reason!: string;
}

export class ImportObservationsResponse {
  @Int32({ example: 40 }) created!: number;
  @Int32({ example: 2, description: 'Known findings with changes.' }) reobserved!: number;
  @Int32({ example: 1, description: 'Resolved findings that were seen again.' }) reopened!: number;
  @Int32({ example: 0, description: 'Open findings that their source reports as gone, and those that closeMissing resolved.' })
  resolved!: number;
  @Int32({ example: 3, description: 'Known findings without changes, including repeated records.' }) unchanged!: number;
  @Int32({ example: 1 }) rejected!: number;
  @Int32({ example: 4, description: 'Records that neither report nor resolve a finding, such as passed checks.' }) skipped!: number;
  @Int32({ example: 51, description: 'Records in the file: the sum of the other counts, without what closeMissing resolved.' })
  total!: number;
  @Bool({
    optional: true,
    description: 'With closeMissing: whether some findings stay open because a rejected record may be about them.',
  })
  closingSkipped?: boolean;
  @Text({ max: 2000, optional: true, description: 'Which findings stay open, and why.' }) closingSkippedReason?: string;
  @NestedList(() => ImportRejection, { maxItems: 100, description: 'The first hundred.' }) rejections!: ImportRejection[];
}
