import { open } from 'node:fs/promises';
import type { JSONWebKeySet } from 'jose';
import { AdminCommand, COULD_NOT_CHECK, CommandFailed, type CommandGroup } from '../admin-command';
import { Command, Option } from '../command.decorator';
import { verifyReceipt, type VerifiedReceipt } from './verify-receipt';

const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 10_000;

@Command({
  name: 'verify',
  arguments: '<file>',
  description:
    'Checks a receipt of GetScoreReceipt: its signature, and its scores by computing them again. Needs no database and no service. Exit code 1 when something differs, 3 when it could not be checked.',
  argsDescription: { file: 'the receipt, or a response of GetScoreReceipt with it' },
})
class ScoreVerify extends AdminCommand<{ jwks: string }, VerifiedReceipt> {
  override readonly examples = [
    'score verify receipt.json --jwks https://vendor-risk.example.com/.well-known/jwks.json',
    'score verify receipt.jws --jwks keys.json',
  ];

  @Option({
    flags: '--jwks <file-or-url>',
    required: true,
    description: 'the keys of the service that signed it: a file, or the URL of its key set',
  })
  jwks(text: string): string {
    return text;
  }

  override async execute([file]: [string], { jwks }: { jwks: string }): Promise<VerifiedReceipt> {
    try {
      return await verifyReceipt(receiptIn(await readText(file)), JSON.parse(await readKeys(jwks)) as JSONWebKeySet);
    } catch (error) {
      throw new CommandFailed(`Could not be checked: ${(error as Error).message}`, COULD_NOT_CHECK);
    }
  }

  protected override failureOf({ differences }: VerifiedReceipt): CommandFailed | undefined {
    return differences.length > 0 ? new CommandFailed(differences.join(' ')) : undefined;
  }
}

export const SCORE: CommandGroup = { name: 'score', description: 'Checks scores.', commands: [ScoreVerify] };

function receiptIn(text: string): string {
  if (!text.trimStart().startsWith('{')) return text.trim();
  const { receipt } = JSON.parse(text) as { receipt?: unknown };
  return typeof receipt === 'string' ? receipt : '';
}

/** The first megabyte of a file: receipts and key sets are far smaller. */
async function readText(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readKeys(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readText(place);
  const response = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${place} answered ${response.status}.`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`${place} answered more than 1 MiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
