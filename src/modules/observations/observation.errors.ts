import { FailedPrecondition, InvalidArgument, NotFound, PermissionDenied } from '#platform/errors/api-error';

const MAX_NAMED = 100;

export const ornForm = (kind: 'observation' | 'observation-group') =>
  `must be an ORN such as orn:1:${kind}:<vrm|self>:<key>:<owner domain>`;

export class OrnMalformed extends InvalidArgument {
  constructor() {
    const description = ornForm('observation');
    super(`orn: ${description}`, 'ORN_MALFORMED', [{ field: 'orn', description }]);
  }
}

export class OrnOfAnotherOrganization extends PermissionDenied {
  constructor() {
    super('The ORN belongs to another organization.', 'ORG_MISMATCH');
  }
}

export class ObservationNotFound extends NotFound {
  constructor(orn: string) {
    super('observation', orn);
  }
}

export class ObservationGroupNotFound extends NotFound {
  constructor(orn: string) {
    super('observation group', orn);
  }
}

export class ObservationResolved extends FailedPrecondition {
  constructor(orns: readonly string[]) {
    super(
      'The flag of a resolved observation cannot change; nothing was changed.',
      'OBSERVATION_RESOLVED',
      { count: String(orns.length) },
      orns.slice(0, MAX_NAMED),
    );
  }
}

export class InvalidTransition extends FailedPrecondition {
  constructor(target: string, orns: readonly string[]) {
    super(
      `Some observations cannot move to ${target} from their current status; nothing was changed.`,
      'INVALID_TRANSITION',
      { to: target, count: String(orns.length) },
      orns.slice(0, MAX_NAMED),
    );
  }
}
