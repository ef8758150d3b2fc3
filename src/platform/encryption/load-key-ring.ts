import { ConfigurationError, type Env } from '#platform/config/env';
import { readKeyFile } from '#platform/config/read-key-file';
import { KeyRing } from './key-ring';

const HEX_LENGTH = 64;

/** The keys from the settings. The first line of a file is the current key; further lines are previous keys. */
export function loadKeyRing({ ENCRYPTION_KEY, ENCRYPTION_KEY_FILE, ENCRYPTION_KEY_PREVIOUS }: Env): KeyRing {
  const given = ENCRYPTION_KEY === undefined ? keysOf(ENCRYPTION_KEY_FILE) : [ENCRYPTION_KEY];
  const [current, ...previous] = [...given, ...ENCRYPTION_KEY_PREVIOUS].map(toBytes);
  return given.length === 0 ? new KeyRing(undefined, current ? [current, ...previous] : []) : new KeyRing(current, previous);
}

/** The settings were checked when they were read; the key file of an embedded database was not. */
function keysOf(file: string | undefined): string[] {
  if (file === undefined) return [];
  const read = readKeyFile(file);
  if ('fault' in read) throw new ConfigurationError(`Invalid configuration: ${read.fault}.`);
  return read.keys;
}

function toBytes(key: string): Buffer {
  return Buffer.from(key, key.length === HEX_LENGTH ? 'hex' : 'base64');
}
