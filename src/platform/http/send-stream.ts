import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import type { Response } from 'express';
import { markAnswered } from './call-end';
import { pickStreamEncoding, type StreamEncoding } from './content-encoding';
import type { StreamedBody, StreamedContent } from './streamed-body';

/** How long a failed response may take to flush its last bytes. */
const FLUSH_MS = 5_000;

/**
 * Sends a stream as fast as the client reads it. Nothing is sent before the first byte, so an earlier failure is answered like any other. A
 * later failure aborts the connection, so that no client takes a partial body for a complete one.
 */
export async function sendStream(response: Response, { bytes, content }: StreamedBody): Promise<void> {
  const abandon = () => bytes.destroy();
  response.once('close', abandon);
  if (response.closed) abandon();
  try {
    await firstByte(bytes);
    if (response.closed) return;
    writeHeaders(response, content);
    const encoder = encoderFor(response, content.compressible);
    await (encoder ? pipeline(bytes, encoder, response, { end: false }) : pipeline(bytes, response, { end: false }));
    if (content.failure()) {
      abort(response);
      return;
    }
    response.addTrailers({ [content.trailer.name]: content.trailer.value() });
    response.end();
  } catch (error) {
    if (response.closed) return; // the caller has disconnected
    if (!response.headersSent) throw error;
    response.destroy();
  } finally {
    response.off('close', abandon);
    markAnswered(response);
  }
}

/** Waits for the first bytes; rejects if the stream fails before them. */
function firstByte(bytes: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = (error?: Error | null) => {
      bytes.off('readable', readable).off('end', readable).off('error', over).off('close', readable);
      if (error) reject(error);
      else resolve();
    };
    const readable = () => {
      over(bytes.errored);
    };
    bytes.on('readable', readable).on('end', readable).on('error', over).on('close', readable);
    if (bytes.destroyed) readable();
  });
}

function writeHeaders(response: Response, { type, fileName, trailer }: StreamedContent): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Trailer', trailer.name);
}

function encoderFor(response: Response, compressible: boolean): NodeJS.ReadWriteStream | undefined {
  if (!compressible) return undefined;
  response.appendHeader('Vary', 'Accept-Encoding');
  const encoding = pickStreamEncoding(response.req.headers['accept-encoding']);
  if (encoding === undefined) return undefined;
  response.setHeader('Content-Encoding', encoding);
  return ENCODERS[encoding]();
}

const ENCODERS: Readonly<Record<StreamEncoding, () => NodeJS.ReadWriteStream>> = {
  gzip: () => zlib.createGzip({ level: zlib.constants.Z_BEST_SPEED }),
  zstd: () => (zlib as unknown as { createZstdCompress: () => NodeJS.ReadWriteStream }).createZstdCompress(),
};

/** Aborts after what was written, without the mark of a complete response: clients report a broken transfer. */
function abort(response: Response): void {
  const timer = setTimeout(() => response.destroy(), FLUSH_MS);
  response.once('close', () => {
    clearTimeout(timer);
  });
  response.socket?.destroySoon();
}
