import { readFileSync } from 'node:fs';

/** 32 bytes in hex, base64 or base64url. */
export const ENCRYPTION_KEY = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/;

/** The keys in a file of ENCRYPTION_KEY_FILE, one per line, or what is wrong with it. */
export function readKeyFile(file: string): { keys: string[] } | { fault: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return { fault: `ENCRYPTION_KEY_FILE ${file} cannot be read: ${(error as Error).message}` };
  }
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (keys.length === 0) return { fault: `ENCRYPTION_KEY_FILE ${file} is empty` };
  if (!keys.every((key) => ENCRYPTION_KEY.test(key)))
    return { fault: `ENCRYPTION_KEY_FILE ${file} must contain keys of 32 bytes in base64 or hex, one per line` };
  return { keys };
}
