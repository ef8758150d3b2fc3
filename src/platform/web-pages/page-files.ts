import { extname, join } from 'node:path';
import type { Response } from 'express';
import { projectRoot } from '#platform/config/project-root';
import { NotFound } from '#platform/errors/api-error';
import { sharedFile, type SharedBody } from '#platform/http/shared-body';

const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };
const NAME = /^[a-z]+\.(?:css|js)$/;

/** The files of a page that needs no build step: styles and scripts of a folder, and the page itself if it has one. */
export class PageFiles {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = join(projectRoot(), folder);
  }

  html(name: string): Promise<SharedBody> {
    return sharedFile(join(this.folder, name));
  }

  async asset(name: string, response: Response): Promise<SharedBody> {
    const file = NAME.test(name) ? await sharedFile(join(this.folder, name)).catch(() => undefined) : undefined;
    if (file === undefined) throw new NotFound('asset', name);
    response.setHeader('Content-Type', TYPES[extname(name)] as string);
    return file;
  }
}
