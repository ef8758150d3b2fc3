import { Injectable, type INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Env } from '#platform/config/env';
import { SharedBody } from '#platform/http/shared-body';
import { Lifecycle, stageOf, type Deprecation } from '#platform/operations/lifecycle';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { ThreadPool } from '#platform/threads/thread-pool';
import { createDocument } from './document';
import { TO_YAML } from './to-yaml.task';

interface Made {
  lifecycles: string;
  document: OpenAPIObject;
  json: SharedBody;
  yaml?: Promise<SharedBody>;
}

/** The OpenAPI document of the running service, created when it is first needed and when the lifecycle of an operation has changed. */
@Injectable()
export class ApiDescription {
  private app: INestApplication | undefined;
  private made: Made | undefined;

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
    return (await this.current()).document;
  }

  async json(): Promise<SharedBody> {
    return (await this.current()).json;
  }

  /** Converted once per document. */
  async yaml(): Promise<SharedBody> {
    const made = await this.current();
    made.yaml ??= this.threads.run('', TO_YAML, made.json.bytes.toString()).then(
      (yaml) => new SharedBody(yaml),
      (error: unknown) => {
        delete made.yaml; // the next call tries again
        throw error;
      },
    );
    return made.yaml;
  }

  private async current(): Promise<Made> {
    if (!this.app) throw new Error('describes(app) was not called.');
    const deprecations = await this.lifecycle.deprecations();
    const now = Date.now();
    const lifecycles = JSON.stringify(
      [...deprecations.values()].map((deprecation) => ({ ...deprecation, stage: stage(deprecation, now) })),
    );
    if (this.made?.lifecycles !== lifecycles) {
      const settings = { deprecations, now, supportEmail: this.env.SUPPORT_EMAIL, baseUrl: this.env.baseUrl };
      const document = createDocument(this.app, this.registry, settings);
      this.made = { lifecycles, document, json: new SharedBody(JSON.stringify(document)) };
    }
    return this.made;
  }
}

function stage(deprecation: Deprecation, now: number): string {
  return stageOf('stable', deprecation, now);
}
