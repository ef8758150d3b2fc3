import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PlatformSecrets } from '#platform/auth/platform-secrets';
import { Env } from '#platform/config/env';
import { DAY_MS } from '#platform/time/durations';
import { openLink, sealLink, type LinkClaims } from './link-token';

export const ANSWER_PATH = 'answer';
const LIFETIME_MS = 30 * DAY_MS;

/** Creates and verifies links for vendors without an account. */
@Injectable()
export class QuestionnaireLinks {
  constructor(
    private readonly secrets: PlatformSecrets,
    private readonly env: Env,
  ) {}

  /** A link for one questionnaire. It is valid while the questionnaire stores its id. */
  async make(organizationId: string, questionnaireId: string): Promise<{ linkId: string; url: string; expiresAt: Date }> {
    const expiresAt = new Date(Math.floor((Date.now() + LIFETIME_MS) / 1000) * 1000);
    const linkId = randomUUID();
    const token = sealLink(await this.key(), { organizationId, questionnaireId, linkId, expiresAt });
    return { linkId, url: `${this.env.baseUrl}/${ANSWER_PATH}/${token}`, expiresAt };
  }

  async open(token: string): Promise<LinkClaims | undefined> {
    return openLink(await this.key(), token);
  }

  private key(): Promise<Buffer> {
    return this.secrets.get('questionnaire-link-key');
  }
}
