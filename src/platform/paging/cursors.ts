import { Injectable } from '@nestjs/common';
import { PlatformSecrets } from '#platform/auth/platform-secrets';
import { CursorSealer, type CursorBinding } from './cursor';
import { Page } from './page';
import type { PageRequest } from './page.dto';

/** Creates pages whose cursors are signed with the service's key. */
@Injectable()
export class Cursors {
  private sealer: CursorSealer | undefined;

  constructor(private readonly secrets: PlatformSecrets) {}

  /** The requested page. The binding identifies the list: see CursorBinding. */
  async page(binding: CursorBinding, request: PageRequest): Promise<Page> {
    return new Page(await this.opener(), binding, request);
  }

  /** For lists whose pages are not consecutive rows. */
  async opener(): Promise<CursorSealer> {
    this.sealer ??= new CursorSealer(await this.secrets.get('cursor-key'));
    return this.sealer;
  }
}
