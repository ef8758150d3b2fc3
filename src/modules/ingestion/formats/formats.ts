import type { ObservationFormat } from '../observation-draft';
import { asff } from './asff';
import { cyclonedx } from './cyclonedx';
import { grype } from './grype';
import { jsonl } from './jsonl';
import { nessus } from './nessus';
import { nmap } from './nmap';
import { nuclei } from './nuclei';
import { openvas } from './openvas';
import { riskrecon } from './riskrecon';
import { sarif } from './sarif';
import { testssl } from './testssl';
import { trivy } from './trivy';
import { zap } from './zap';

/** Every import format by name. */
export const FORMATS: ReadonlyMap<string, ObservationFormat> = new Map(
  [jsonl, nuclei, sarif, asff, nmap, grype, trivy, riskrecon, cyclonedx, testssl, zap, openvas, nessus].map((format) => [
    format.name,
    format,
  ]),
);
