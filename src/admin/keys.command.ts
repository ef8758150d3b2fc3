import { Command, SubCommand } from 'nest-commander';
import { SigningKeys } from '#platform/auth/signing-keys';
import { AdminCommand, CommandGroup } from './admin-command';

@SubCommand({
  name: 'rotate',
  description:
    'Creates a new signing key. It is published at once and starts to sign a few seconds later; tokens of the previous key stay valid until they expire.',
})
class KeysRotate extends AdminCommand {
  override async execute() {
    return (await this.service.get(SigningKeys)).rotate();
  }
}

@Command({ name: 'keys', description: 'The keys that sign access tokens.', subCommands: [KeysRotate] })
class KeysCommand extends CommandGroup {}

export const KEYS_COMMANDS = [KeysCommand, KeysRotate];
