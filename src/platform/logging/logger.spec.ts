import pino from 'pino';
import { timeField } from './logger';

describe('timeField', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([0, 1, 999, 1000, 1001, 59_999, 86_400_000, 1_762_000_000_007, 1_762_000_000_070, 1_762_000_000_999, 1_762_000_001_000, 5])(
    'prints %d as pino does',
    (now) => {
      jest.spyOn(Date, 'now').mockReturnValue(now);
      expect(timeField()).toBe(pino.stdTimeFunctions.isoTime());
    },
  );
});
