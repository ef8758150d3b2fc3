import { cvssOf, cvssSeverity, severityOfScore, versionNamed, versionOfVector } from './cvss';

describe('CVSS', () => {
  it.each([
    ['CVSS:3.0/AV:N', 'CVSS_SCORE_VERSION_V3_0'],
    ['CVSS:3.1/AV:N', 'CVSS_SCORE_VERSION_V3_1'],
    ['CVSS:4.0/AV:N', 'CVSS_SCORE_VERSION_V4_0'],
    ['AV:N/AC:L/Au:N/C:P/I:N/A:N', 'CVSS_SCORE_VERSION_V2_0'],
    ['AV:N/AC:L/PR:N', undefined],
    ['CVSS:5.0/AV:N', undefined],
  ])('takes the version of %s from the vector', (vector, version) => {
    expect(versionOfVector(vector)).toBe(version);
  });

  it('parses the notations of a version', () => {
    expect(['3.1', 'v2', '4', 'V3_1', 'CVSS_SCORE_VERSION_V4_0', '3.2'].map(versionNamed)).toEqual([
      'CVSS_SCORE_VERSION_V3_1',
      'CVSS_SCORE_VERSION_V2_0',
      'CVSS_SCORE_VERSION_V4_0',
      'CVSS_SCORE_VERSION_V3_1',
      'CVSS_SCORE_VERSION_V4_0',
      undefined,
    ]);
  });

  it('derives the severity by the bands of each version', () => {
    const scores = [0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10];
    const short = (version: Parameters<typeof cvssSeverity>[0]) =>
      scores.map((score) => cvssSeverity(version, score).slice('CVSS_SCORE_SEVERITY_'.length));
    expect(short('CVSS_SCORE_VERSION_V2_0').join()).toBe('LOW,LOW,LOW,MEDIUM,MEDIUM,HIGH,HIGH,HIGH,HIGH');
    expect(short('CVSS_SCORE_VERSION_V3_1').join()).toBe('NONE,LOW,LOW,MEDIUM,MEDIUM,HIGH,HIGH,CRITICAL,CRITICAL');
    expect(scores.map((score) => severityOfScore(score).slice('OBSERVATION_SEVERITY_'.length)).join()).toBe(
      'INFO,LOW,LOW,MEDIUM,MEDIUM,HIGH,HIGH,CRITICAL,CRITICAL',
    );
  });

  it('drops impossible scores', () => {
    const vector = 'CVSS:3.1/AV:N';
    expect(cvssOf({ score: 10.1, vector, source: 's' })).toBeUndefined();
    expect(cvssOf({ score: undefined, vector, source: 's' })).toBeUndefined();
    expect(cvssOf({ score: 5, source: 's' })).toBeUndefined();
    expect(cvssOf({ score: 5, vector: 'CVSS:3.1/<script>', source: 's' })).toBeUndefined();
    expect(cvssOf({ score: 5, version: '3.1', source: 's' })).toMatchObject({ cvssVector: '', baseSeverity: 'CVSS_SCORE_SEVERITY_MEDIUM' });
  });
});
