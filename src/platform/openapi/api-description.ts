import { Injectable, type INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Env } from '#platform/config/env';
import { Lifecycle, stageOf, type Deprecation } from '#platform/operations/lifecycle';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { ThreadPool } from '#platform/threads/thread-pool';
import { createDocument } from './document';
import { TO_YAML } from './to-yaml.task';

/** The OpenAPI document of the running service, created when it is first needed and when the lifecycle of an operation has changed. */
@Injectable()
export class ApiDescription {
  private app: INestApplication | undefined;
  private made: { lifecycles: string; document: OpenAPIObject; yaml?: Promise<string> } | undefined;

  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly registry: OperationRegistry,
    private readonly env: Env,
    private readonly threads: ThreadPool,
  ) {}

  /** Sets the application; the document is created from it, but providers are constructed before it. */
  describes(app: INestApplication): void {
    this.app = app;
  }

  async document(): Promise<OpenAPIObject> {
    if (!this.app) throw new Error('describes(app) was not called.');
    const deprecations = await this.lifecycle.deprecations();
    const now = Date.now();
    const lifecycles = JSON.stringify(
      [...deprecations.values()].map((deprecation) => ({ ...deprecation, stage: stage(deprecation, now) })),
    );
    if (this.made?.lifecycles !== lifecycles)
      this.made = {
        lifecycles,
        document: createDocument(this.app, this.registry, {
          deprecations,
          now,
          supportEmail: this.env.SUPPORT_EMAIL,
          baseUrl: this.env.baseUrl,
        }),
      };
    return this.made.document;
  }

  /** Converted once per document. */
  async yaml(): Promise<string> {
    const document = await this.document();
    const made = this.made as NonNullable<typeof this.made>;
    made.yaml ??= this.threads.run(TO_YAML, JSON.stringify(document)).catch((error: unknown) => {
      delete made.yaml; // the next call tries again
      throw error;
    });
    return made.yaml;
  }
}

function stage(deprecation: Deprecation, now: number): string {
  return stageOf('stable', deprecation, now);
}
