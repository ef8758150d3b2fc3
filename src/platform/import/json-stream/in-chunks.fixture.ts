/** Splits bytes into chunks of these sizes, repeatedly; one chunk when none are given. */
export function inChunks(bytes: Buffer, sizes: readonly number[] = []): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = sizes[chunks.length % sizes.length] ?? bytes.length;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
