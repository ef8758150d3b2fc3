import { readFileSync } from 'node:fs';
import { ConfigurationError, type Env } from '#platform/config/env';
import { KeyRing } from './key-ring';
import { readKey } from './read-key';

/** The keys from the settings. The first line of a file is the current key; further lines are previous keys. */
export function loadKeyRing({ ENCRYPTION_KEY, ENCRYPTION_KEY_FILE, ENCRYPTION_KEY_PREVIOUS }: Env): KeyRing {
  const given = ENCRYPTION_KEY === undefined ? linesOf(ENCRYPTION_KEY_FILE) : [ENCRYPTION_KEY];
  const [current, ...previous] = [...given, ...ENCRYPTION_KEY_PREVIOUS].map((text) => {
    const key = readKey(text);
    if (!key)
      throw new ConfigurationError(
        `ENCRYPTION_KEY_FILE ${ENCRYPTION_KEY_FILE} must contain keys of 32 bytes in base64 or hex, one per line.`,
      );
    return key;
  });
  return given.length === 0 ? new KeyRing(undefined, current ? [current, ...previous] : []) : new KeyRing(current, previous);
}

function linesOf(file: string | undefined): string[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`ENCRYPTION_KEY_FILE cannot be read: ${(error as Error).message}.`);
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) throw new ConfigurationError(`ENCRYPTION_KEY_FILE ${file} is empty.`);
  return lines;
}
