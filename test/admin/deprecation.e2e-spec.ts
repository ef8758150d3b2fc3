import { Lifecycle } from '#platform/operations/lifecycle';
import { startTestApp, type TestApp } from '../support/test-app';

describe('deprecating an operation', () => {
  let service: TestApp;
  let lifecycle: Lifecycle;

  beforeAll(async () => {
    service = await startTestApp();
    lifecycle = service.app.get(Lifecycle);
  });
  afterAll(async () => {
    await service.close();
  });

  const announced = new Date('2027-03-10T15:30:00Z');
  const deprecate = (sunset: string, now = announced, replacement = '/public/v2/groups') =>
    lifecycle.deprecate('GetVendorGroups', new Date(sunset), replacement, now);

  it('refuses a sunset less than 12 months away, counted in days', async () => {
    await expect(deprecate('2028-03-09')).rejects.toMatchObject({
      reason: 'SUNSET_TOO_EARLY',
      message: expect.stringContaining('2028-03-10 or later'),
    });
    await expect(deprecate('2028-03-10')).resolves.toMatchObject({
      deprecatedAt: new Date('2027-03-10'),
      sunsetAt: new Date('2028-03-10'),
    });
  });

  it('allows the sunset to be postponed, but not brought forward', async () => {
    const later = new Date('2027-09-01T00:00:00Z');
    await expect(deprecate('2028-06-01', later)).resolves.toMatchObject({
      deprecatedAt: new Date('2027-03-10'),
      sunsetAt: new Date('2028-06-01'),
    });
    await expect(deprecate('2028-05-31', later)).rejects.toMatchObject({ reason: 'SUNSET_TOO_EARLY' });
  });

  it.each(['ftp://example.com', 'example.com/next', 'https://example.com/a b', '/a>b', 'https://', ''])(
    'refuses %j as a replacement',
    async (replacement) => {
      await expect(deprecate('2030-01-01', announced, replacement)).rejects.toMatchObject({ reason: 'INVALID_REQUEST' });
    },
  );

  it('cannot be changed after the sunset', async () => {
    await expect(deprecate('2040-01-01', new Date('2028-06-01T00:00:00Z'))).rejects.toMatchObject({ reason: 'OPERATION_RETIRED' });
  });
});
