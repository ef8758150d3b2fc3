import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Admission } from './admission';
import { readBody, type BodyRules } from './json-body';

/** Reads the body last of all guards: whoever may not call cannot make the service read and parse for them. */
@Injectable()
export class BodyGuard implements CanActivate {
  private rules: BodyRules | undefined;

  constructor(private readonly admission: Admission) {}

  follows(rules: BodyRules): void {
    this.rules = rules;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.rules) throw new Error('follows(rules) was not called.');
    const http = context.switchToHttp();
    await this.admission.whileArriving(readBody(http.getRequest<Request>(), http.getResponse<Response>(), this.rules));
    return true;
  }
}
