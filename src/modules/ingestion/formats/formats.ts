import type { ObservationFormat } from '../observation-draft';
import { asff } from './asff';
import { grype } from './grype';
import { jsonl } from './jsonl';
import { nmap } from './nmap';
import { nuclei } from './nuclei';
import { sarif } from './sarif';

/** Every import format by name. */
export const FORMATS: ReadonlyMap<string, ObservationFormat> = new Map(
  [jsonl, nuclei, sarif, asff, nmap, grype].map((format) => [format.name, format]),
);
