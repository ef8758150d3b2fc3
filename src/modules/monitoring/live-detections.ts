import { loadCatalogue, type Catalogue } from '#modules/avd/detection/catalogue';
import { Detector, type ChannelFindings, type VendorFindings } from '#modules/avd/detection/detect';
import { liveRecords } from './live-records';
import type { Scan } from './scan';

let catalogue: Catalogue | undefined;

/** The fourth parties that a scan shows. A channel that was seen without any is present too: then its fourth parties are gone. */
export function liveDetections(scan: Scan): VendorFindings {
  catalogue ??= loadCatalogue();
  const detector = new Detector(catalogue, [scan.apex]);
  const { dns, pages } = liveRecords(scan);
  for (const record of [...(dns ?? []), ...(pages ?? [])]) detector.see(record);
  const found = detector.findings().get(scan.apex);
  const nothing: ChannelFindings = { relationships: [], lastSeen: scan.at };
  return { ...(dns && { dns: found?.dns ?? nothing }), ...(pages && { pages: found?.pages ?? nothing }) };
}
