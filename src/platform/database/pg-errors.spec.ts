import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { toApiError } from './pg-errors';

describe('what a failure of the database means to the caller', () => {
  it.each([
    ['between two statements', new QueryRunnerProviderAlreadyReleasedError()],
    ['before the next one', new QueryRunnerAlreadyReleasedError()],
    ['during one', new Error('Connection terminated unexpectedly')],
    ['as the server says', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ])('a connection that ended %s: 503, to be tried again', (_when, error) => {
    expect(toApiError(error)).toMatchObject({ httpStatus: 503, reason: 'DATABASE_UNAVAILABLE' });
  });

  it('anything else is a defect of ours', () => {
    expect(toApiError(new TypeError('x is not a function'))).toBeUndefined();
    expect(toApiError(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined();
  });
});
