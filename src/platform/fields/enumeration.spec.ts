import { enumeration } from './enumeration';

describe('Enumeration', () => {
  const LEVEL = enumeration('Level', 'LEVEL', ['LOW', 'HIGH']);

  it('numbers members from one, so that zero stays free for unset', () => {
    expect(LEVEL.members).toEqual(['LEVEL_LOW', 'LEVEL_HIGH']);
    expect(LEVEL.toNumber('LEVEL_HIGH')).toBe(2);
    expect(LEVEL.toMember(1)).toBe('LEVEL_LOW');
    expect(LEVEL.numberOf('LEVEL_UNSPECIFIED')).toBeUndefined();
  });

  it.each(['high', 'HIGH', 'LEVEL_HIGH', ' level_high '])('parses %j', (text) => {
    expect(LEVEL.parse(text)).toBe('LEVEL_HIGH');
  });

  it('gives members a display name', () => {
    const region = enumeration('Region', 'REGION', ['LATIN_AMERICA', 'MIDDLE_OF_NOWHERE', 'UK', 'TCP']);
    expect(region.members.map((member) => region.displayName(member))).toEqual(['Latin America', 'Middle of nowhere', 'UK', 'TCP']);
  });

  it('refuses what is not a member', () => {
    expect(LEVEL.parse('UNSPECIFIED')).toBeUndefined();
    expect(() => LEVEL.toMember(3)).toThrow('no member number 3');
  });
});
