import { FailedPrecondition } from '#platform/errors/api-error';
import { MAX_REFERENCES } from './external-reference.dto';

export class TooManyReferences extends FailedPrecondition {
  constructor(names: readonly string[]) {
    super(
      `There can be at most ${MAX_REFERENCES} external references of an object; nothing was changed.`,
      'TOO_MANY_REFERENCES',
      { max: String(MAX_REFERENCES) },
      names,
    );
  }
}
