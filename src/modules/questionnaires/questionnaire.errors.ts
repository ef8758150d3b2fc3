import { FailedPrecondition, InvalidArgument, NotFound, type FieldViolation } from '#platform/errors/api-error';
import { QUESTIONNAIRE_STATUS } from './questionnaire.enums';

export class QuestionnaireNotFound extends NotFound {
  constructor(id: string) {
    super('questionnaire', id);
  }
}

/** The status does not allow the call. */
export class QuestionnaireStatusConflict extends FailedPrecondition {
  constructor(id: string, status: number, wanted: string) {
    const member = QUESTIONNAIRE_STATUS.toMember(status);
    super(`The questionnaire cannot be ${wanted}: its status is ${member}.`, 'QUESTIONNAIRE_STATUS_CONFLICT', { status: member }, [id]);
  }
}

export class QuestionnaireIncomplete extends FailedPrecondition {
  constructor(missing: readonly string[]) {
    const count = missing.length === 1 ? 'One question has' : `${missing.length} questions have`;
    super(
      `${count} neither an answer nor a comment.`,
      'QUESTIONNAIRE_INCOMPLETE',
      { questionIds: missing.slice(0, 20).join(' '), count: String(missing.length) },
      missing,
    );
  }
}

export class VendorNotAnOrganization extends FailedPrecondition {
  constructor(vendorDomain: string) {
    super(`${vendorDomain} has no account here: send the questionnaire by link.`, 'VENDOR_NOT_AN_ORGANIZATION', { vendorDomain }, [
      vendorDomain,
    ]);
  }
}

export class InvalidAnswers extends InvalidArgument {
  constructor(violations: readonly FieldViolation[]) {
    const [first] = violations;
    const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
    super(`${first?.field}: ${first?.description}${more}`, 'INVALID_ANSWER', violations);
  }
}
