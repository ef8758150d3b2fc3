import type { ObservationFormat } from '../observation-draft';
import { asff } from './asff';
import { grype } from './grype';
import { jsonl } from './jsonl';
import { nmap } from './nmap';
import { nuclei } from './nuclei';
import { sarif } from './sarif';

/** Every format that can be imported, under the name people give it. */
export const FORMATS: ReadonlyMap<string, ObservationFormat> = new Map(
  [jsonl, nuclei, sarif, asff, nmap, grype].map((format) => [format.name, format]),
);
