import { randomBytes, randomUUID } from 'node:crypto';
import { openLink, sealLink } from './link-token';

describe('the token of a link', () => {
  const key = randomBytes(32);
  const claims = {
    organizationId: randomUUID(),
    questionnaireId: randomUUID(),
    linkId: randomUUID(),
    expiresAt: new Date('2026-12-15T10:00:00.000Z'),
  };
  const token = sealLink(key, claims);
  const before = claims.expiresAt.getTime() - 1;

  it('returns the sealed value until it expires', () => {
    expect(openLink(key, token, before)).toEqual(claims);
    expect(openLink(key, token, before + 1)).toBeUndefined();
  });

  it('fits into a URL without encoding', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{114}$/);
  });

  it('is refused when any part of it is changed, or when another key made it', () => {
    for (let place = 0; place < token.length; place += 1) {
      const changed = token[place] === 'A' ? 'B' : 'A';
      expect(openLink(key, `${token.slice(0, place)}${changed}${token.slice(place + 1)}`, before)).toBeUndefined();
    }
    expect(openLink(randomBytes(32), token, before)).toBeUndefined();
  });

  it.each(['', 'x', `${token}A`, token.slice(1), `${token}=`, '..%2f'])('is refused when it is not a token: %j', (text) => {
    expect(openLink(key, text, before)).toBeUndefined();
  });
});
