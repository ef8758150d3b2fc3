import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { asDatabaseFailure } from './database-failure';
import { isLockConflict, toApiError } from './pg-errors';

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('toApiError', () => {
  it.each([
    ['between two statements', new QueryRunnerProviderAlreadyReleasedError()],
    ['before the next one', new QueryRunnerAlreadyReleasedError()],
    ['during one', new Error('Connection terminated unexpectedly')],
    ['by an administrator', failure('57P01', 'terminating connection')],
    ['before it was established', failure('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432')],
  ])('answers 503 for a connection that ended %s', (_when, error) => {
    expect(toApiError(asDatabaseFailure(error))).toMatchObject({ httpStatus: 503, reason: 'DATABASE_UNAVAILABLE' });
  });

  it('leaves any other error as a defect', () => {
    expect(toApiError(asDatabaseFailure(new TypeError('x is not a function')))).toBeUndefined();
    expect(toApiError(asDatabaseFailure(failure('42601', 'syntax error')))).toBeUndefined();
  });

  it.each(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57014', '22P02'])('leaves %s alone when it does not come from the database', (code) => {
    expect(toApiError(failure(code))).toBeUndefined();
  });
});

describe('isLockConflict', () => {
  it('is true for a lock timeout and for a deadlock', () => {
    const codes = ['55P03', '40P01', '40001', '57014'];
    expect(codes.map((code) => isLockConflict(failure(code)))).toEqual([true, true, false, false]);
  });
});
