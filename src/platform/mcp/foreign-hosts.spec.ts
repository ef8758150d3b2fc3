import { foreignHost, foreignOrigin } from './foreign-hosts';

const OWN = new URL('https://api.vendor-risk.example');

describe('foreignHost', () => {
  it.each([
    'api.vendor-risk.example',
    'api.vendor-risk.example:8443',
    'API.vendor-risk.example',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
  ])('takes %s', (host) => {
    expect(foreignHost(OWN, host)).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'vendor-risk.example',
    'api.vendor-risk.example.evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '@',
  ])('refuses %s', (host) => {
    expect(foreignHost(OWN, host)).toMatchObject({ reason: 'HOST_NOT_ALLOWED', httpStatus: 403 });
  });
});

describe('foreignOrigin', () => {
  it.each([
    [undefined, 'api.vendor-risk.example'],
    ['https://api.vendor-risk.example', 'api.vendor-risk.example'],
    ['https://api.vendor-risk.example', 'localhost:3000'],
    ['http://localhost:3000', 'localhost:3000'],
  ])('accepts a page of %s calling %s', (origin, host) => {
    expect(foreignOrigin(OWN, host, origin)).toBeUndefined();
  });

  it.each([
    ['null', 'localhost:3000'],
    ['https://evil.example', 'api.vendor-risk.example'],
    ['http://api.vendor-risk.example', 'localhost:3000'],
    ['http://localhost:8080', 'localhost:3000'],
    ['nonsense', 'nonsense'],
  ])('refuses a page of %s calling %s', (origin, host) => {
    expect(foreignOrigin(OWN, host, origin)).toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED', httpStatus: 403 });
  });
});
