import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf, responseOf } from '#platform/identity/caller';
import { Admission } from './admission';
import { readBody, type BodyRules } from './json-body';

/** Reads the body last of all guards: whoever may not call cannot make the service read and parse for them. Then the work begins. */
@Injectable()
export class BodyGuard implements CanActivate {
  private rules: BodyRules | undefined;

  constructor(private readonly admission: Admission) {}

  follows(rules: BodyRules): void {
    this.rules = rules;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.rules) throw new Error('follows(rules) was not called.');
    const request = requestOf(context);
    const response = responseOf(context);
    await readBody(request, response, this.rules);
    this.admission.begin(request, response);
    return true;
  }
}
