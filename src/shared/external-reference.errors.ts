import { FailedPrecondition } from '#platform/errors/api-error';
import { MAX_REFERENCES } from './external-reference.dto';

export class TooManyReferences extends FailedPrecondition {
  constructor(names: readonly string[]) {
    super(
      `An object can have at most ${MAX_REFERENCES} external references; nothing was changed.`,
      'TOO_MANY_REFERENCES',
      { max: String(MAX_REFERENCES) },
      names,
    );
  }
}
