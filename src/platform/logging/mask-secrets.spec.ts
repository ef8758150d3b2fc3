import fc from 'fast-check';
import { maskSecrets } from './mask-secrets';

const TOKEN = 'AbCdEfGh0123456789-_'.repeat(5);
const SECRETS = [`vrs_${TOKEN}`, `eyJhbGciOiJFUzI1NiJ9.eyJzdWIi${TOKEN}.${TOKEN}`];

/** Some characters percent-encoded, once or several times. */
const encoded = (text: string) =>
  fc.array(fc.nat(2), { minLength: text.length, maxLength: text.length }).map((times) =>
    [...text]
      .map((character, at) => {
        const code = `%${character.charCodeAt(0).toString(16)}`;
        return [character, code, code.replace('%', '%25')][times[at] ?? 0];
      })
      .join(''),
  );

describe('maskSecrets', () => {
  it.each([
    [`/answer/${TOKEN}`, '/answer/[redacted]'],
    [`//answer//${TOKEN}?saved=1`, '//answer//[redacted]?saved=1'],
    [`/ANSWER/${TOKEN}/x`, '/ANSWER/[redacted]'],
    [`/answer%2f${TOKEN}%zz`, '/answer%2f[redacted]'],
    [`/public/../answer/./${TOKEN}`, '/public/../answer/[redacted]'],
    ['/public/v1/questionnaires/1/answers', '/public/v1/questionnaires/1/answers'],
    [`{"path":"/answer/${TOKEN}","status":404}`, '{"path":"/answer/[redacted]","status":404}'],
  ])('%s becomes %s', (line, masked) => {
    expect(maskSecrets(line)).toBe(masked);
  });

  it('masks secrets and tokens, percent-encoded ones too', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS, `/answer/${TOKEN}`).chain(encoded), (text) => {
        const masked = decode(decode(maskSecrets(`{"path":"/x${text}","status":200}`)));
        expect(masked).toContain('[redacted]');
        expect(masked).toContain('"status":200}');
        expect(masked).not.toContain(TOKEN.slice(0, 20));
      }),
    );
  });
});

function decode(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
