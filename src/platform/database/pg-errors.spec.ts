import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { asDatabaseFailure } from './database-failure';
import { toApiError } from './pg-errors';

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('what a failure of the database means to the caller', () => {
  it.each([
    ['between two statements', new QueryRunnerProviderAlreadyReleasedError()],
    ['before the next one', new QueryRunnerAlreadyReleasedError()],
    ['during one', new Error('Connection terminated unexpectedly')],
    ['as the server says', failure('57P01', 'terminating connection')],
    ['before it began', failure('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432')],
  ])('a connection that ended %s: 503, to be tried again', (_when, error) => {
    expect(toApiError(asDatabaseFailure(error))).toMatchObject({ httpStatus: 503, reason: 'DATABASE_UNAVAILABLE' });
  });

  it('anything else is a defect of ours', () => {
    expect(toApiError(asDatabaseFailure(new TypeError('x is not a function')))).toBeUndefined();
    expect(toApiError(asDatabaseFailure(failure('42601', 'syntax error')))).toBeUndefined();
  });

  it.each(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57014', '22P02'])(
    '%s is no failure of the database when it comes from elsewhere',
    (code) => {
      expect(toApiError(failure(code))).toBeUndefined();
    },
  );
});
