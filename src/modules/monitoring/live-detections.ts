import { loadCatalogue, type Catalogue } from '#modules/avd/detection/catalogue';
import { Detector, type ChannelFindings, type VendorFindings } from '#modules/avd/detection/detect';
import { liveRecords } from './live-records';
import type { Look } from './look';

let catalogue: Catalogue | undefined;

/** The fourth parties that a scan shows. A channel that was seen without any is present too: then its fourth parties are gone. */
export function liveDetections(look: Look): VendorFindings {
  catalogue ??= loadCatalogue();
  const detector = new Detector(catalogue, [look.apex]);
  const { dns, pages } = liveRecords(look);
  for (const record of [...(dns ?? []), ...(pages ?? [])]) detector.see(record);
  const found = detector.findings().get(look.apex);
  const nothing: ChannelFindings = { relationships: [], lastSeen: look.at };
  return { ...(dns && { dns: found?.dns ?? nothing }), ...(pages && { pages: found?.pages ?? nothing }) };
}
