import fc from 'fast-check';
import { observationIdOf, parseGroupOrn, parseOrn, printGroupOrn, printOrn } from './orn';

const KEY = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('the ORN of an observation', () => {
  it('prints and parses', () => {
    const orn = { view: 'vrm', key: KEY, owner: 'acme.co.uk' } as const;
    expect(printOrn(orn)).toBe(`orn:1:observation:vrm:${KEY}:acme.co.uk`);
    expect(parseOrn(printOrn(orn))).toEqual(orn);
  });

  it.each([
    '',
    'orn',
    `orn:2:observation:vrm:${KEY}:acme.com`,
    `orn:1:observations:vrm:${KEY}:acme.com`,
    `orn:1:observation:both:${KEY}:acme.com`,
    `orn:1:observation:vrm::acme.com`,
    `orn:1:observation:vrm:a b:acme.com`,
    `orn:1:observation:vrm:${'0'.repeat(65)}:acme.com`,
    `orn:1:observation:vrm:${KEY}:`,
    `orn:1:observation:vrm:${KEY}:localhost`,
    `orn:1:observation:vrm:${KEY}:acme.com:more`,
    ` orn:1:observation:vrm:${KEY}:acme.com`,
    `orn:1:observation-group:vrm:CVE-2021-44228:acme.com`,
    `orn:1:observation:vrm:${KEY}:${'a'.repeat(1100)}.com`,
  ])('refuses %.80s', (text) => {
    expect(parseOrn(text)).toBeUndefined();
  });
});

describe('the key of an ORN', () => {
  it.each([KEY.toUpperCase(), 'not-an-id', 'A._~-9', '0'.repeat(64)])('is opaque: %s is well-formed, and no observation has it', (key) => {
    const orn = parseOrn(`orn:1:observation:vrm:${key}:acme.com`);
    expect(orn).toEqual({ view: 'vrm', key, owner: 'acme.com' });
    expect(orn && observationIdOf(orn)).toBe('00000000-0000-0000-0000-000000000000');
  });

  it('is the id if it is a UUID', () => {
    expect(observationIdOf({ view: 'vrm', key: KEY, owner: 'acme.com' })).toBe(KEY);
  });
});

describe('the owner of an ORN', () => {
  it('is read in any case', () => {
    expect(parseOrn(`orn:1:observation:self:${KEY}:ACME.com`)?.owner).toBe('acme.com');
    expect(parseGroupOrn('orn:1:observation-group:self:x:ACME.com')?.owner).toBe('acme.com');
  });
});

describe('the ORN of a group', () => {
  it('carries any key', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80 }), (key) => {
        fc.pre(!key.includes('\u0000'));
        expect(parseGroupOrn(printGroupOrn({ view: 'self', key, owner: 'acme.com' }))).toEqual({ view: 'self', key, owner: 'acme.com' });
      }),
    );
  });

  it.each([
    'orn:1:observation-group:vrm:a b:acme.com',
    'orn:1:observation-group:vrm:%zz:acme.com',
    'orn:1:observation-group:vrm:%41:acme.com',
  ])('refuses %s', (text) => {
    expect(parseGroupOrn(text)).toBeUndefined();
  });
});
