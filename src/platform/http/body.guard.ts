import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { readBody, type BodyRules } from './json-body';

/** Reads the body last of all guards: whoever may not call cannot make the service read and parse for them. */
@Injectable()
export class BodyGuard implements CanActivate {
  private rules: BodyRules | undefined;

  follows(rules: BodyRules): void {
    this.rules = rules;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.rules) throw new Error('follows(rules) was not called.');
    await readBody(context.switchToHttp().getRequest<Request>(), this.rules);
    return true;
  }
}
