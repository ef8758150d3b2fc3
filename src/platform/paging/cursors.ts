import { Injectable } from '@nestjs/common';
import { PlatformSecrets } from '#platform/auth/platform-secrets';
import { CursorSealer } from './cursor';

/** The service's cursor sealer, once its key is known. */
@Injectable()
export class Cursors {
  private sealer: CursorSealer | undefined;

  constructor(private readonly secrets: PlatformSecrets) {}

  async ready(): Promise<CursorSealer> {
    return (this.sealer ??= new CursorSealer(await this.secrets.get('cursor-key')));
  }
}
