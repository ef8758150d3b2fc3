import * as zlib from 'node:zlib';
import Negotiator from 'negotiator';

/** Brotli first: at equal weight it compresses better than gzip. */
const PREFERRED = ['br', 'gzip'] as const;
/** Streams need speed: zstd if this Node.js has it (22.15 and later), otherwise gzip. */
const PREFERRED_FOR_STREAMS = 'createZstdCompress' in zlib ? (['zstd', 'gzip'] as const) : (['gzip'] as const);

export type StreamEncoding = 'zstd' | 'gzip';

/** The available encoding with the highest weight; undefined for an uncompressed body. */
export function pickEncoding(accepted: string | undefined): 'br' | 'gzip' | undefined {
  return pick(accepted, PREFERRED);
}

/** The same for a streamed body. */
export function pickStreamEncoding(accepted: string | undefined): StreamEncoding | undefined {
  return pick<StreamEncoding>(accepted, PREFERRED_FOR_STREAMS);
}

function pick<Encoding extends string>(accepted: string | undefined, preferred: readonly Encoding[]): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const picked = negotiator.encoding([...preferred, 'identity'], { preferred: [...preferred] });
  return preferred.find((encoding) => encoding === picked);
}
