import { byOperator } from '#platform/audit/audit-call';
import { KeyRewrap } from '#platform/auth/key-rewrap';
import { KeySchedule } from '#platform/auth/key-schedule';
import { SigningKeys } from '#platform/auth/signing-keys';
import { allModules } from '../modules';
import { AdminCommand, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import type { Commander } from './command-line';
import { readDuration } from './option-values';

@Command({
  name: 'rotate',
  description:
    'Creates a new signing key. It is published at once and starts to sign a few seconds later; tokens of the previous key stay valid until they expire.',
})
class KeysRotate extends AdminCommand<{ every?: string }> {
  override readonly examples = ['keys rotate', 'keys rotate --every 30d', 'keys rotate --every off'];

  @Option({
    flags: '--every <age>',
    description: 'rotate at this age from now on, such as 30d; off ends the schedule. Does not rotate now.',
  })
  every(text: string): string {
    return text;
  }

  override async execute(_: string[], { every }: { every?: string }) {
    if (every === undefined) return (await this.service.get(SigningKeys)).rotate();
    const schedule = await this.service.get(KeySchedule);
    if (every === 'off') {
      await schedule.clear();
      return { schedule: 'off' };
    }
    const seconds = readDuration('--every', every, { from: '1h', to: '365d' });
    await schedule.set(seconds);
    return { schedule: every, everySeconds: seconds };
  }
}

@Command({
  name: 'revoke',
  arguments: '<kid>',
  description: 'Revokes a leaked signing key: every token it signed stops working within two seconds.',
  argsDescription: { kid: 'the id of the key, as in /.well-known/jwks.json and in the header of its tokens' },
})
class KeysRevoke extends AdminCommand {
  /** One key id in 64 begins with a hyphen, like an option. */
  override configure(command: Commander): void {
    command.allowUnknownOption();
  }

  override async execute([kid]: [string]) {
    return (await this.service.get(SigningKeys)).revoke(kid);
  }
}

@Command({
  name: 'rewrap',
  description:
    'Encrypts all stored keys and secrets with the current ENCRYPTION_KEY. Values under an older key are opened with ENCRYPTION_KEY_PREVIOUS. Run it when no process of release 1.0 is serving any more.',
  modules: allModules,
})
class KeysRewrap extends AdminCommand {
  override async execute() {
    return (await this.service.get(KeyRewrap)).run(byOperator('keys rewrap'));
  }
}

const COMMANDS = [KeysRotate, KeysRevoke, KeysRewrap];

export const KEYS: CommandGroup = {
  name: 'keys',
  description: 'The keys that sign access tokens, and how they are stored.',
  commands: COMMANDS,
};
