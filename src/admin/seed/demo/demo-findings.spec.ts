import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { scoreVendor, type ScoreCell } from '#modules/scores/score-model';
import { DAY_MS } from '#platform/time/durations';
import { demoLives, demoScan } from './demo-findings';
import { DEMO_CVES } from './demo-kinds';
import { DEMO_VENDORS } from './demo-vendors';
import { Random } from './random';

const NOW = Date.UTC(2026, 10, 15);
const lives = demoLives(DEMO_VENDORS, new Random(1), NOW);

interface Finding {
  host: string;
  title: string;
  category: string;
  severity: string;
  cveIds?: string[];
  firstSeen: string;
}
const scan = (daysAgo: number) => demoScan(lives, NOW - daysAgo * DAY_MS).map((line) => JSON.parse(line) as Finding);

function toCell({ category, severity, cveIds = [] }: Finding): ScoreCell {
  const exploited = DEMO_CVES.find(({ id }) => id === cveIds[0])?.exploited;
  return {
    category: OBSERVATION_CATEGORY.numberOf(`OBSERVATION_CATEGORY_${category}`) ?? 0,
    severity: OBSERVATION_SEVERITY.numberOf(`OBSERVATION_SEVERITY_${severity}`) ?? 0,
    openCount: 1,
    knownExploitedCount: exploited ? 1 : 0,
    ransomwareCount: exploited?.ransomware === 'Known' ? 1 : 0,
  };
}

describe('the demo findings', () => {
  it('are the same every time', () => {
    expect(JSON.stringify(demoLives(DEMO_VENDORS, new Random(1), NOW))).toBe(JSON.stringify(lives));
  });

  it('are about five thousand in a year, of all categories and severities, without duplicates', () => {
    expect(DEMO_VENDORS).toHaveLength(60);
    expect(Math.abs(lives.length - 5500)).toBeLessThan(500);
    expect(new Set(lives.map(({ finding }) => finding.category)).size).toBe(14);
    expect(new Set(lives.map(({ severity }) => severity)).size).toBe(5);
    expect(new Set(lives.map(({ finding }) => `${String(finding.host)} ${String(finding.title)}`)).size).toBe(lives.length);
    expect(Math.min(...lives.map(({ born }) => born))).toBeGreaterThan(NOW - 366 * DAY_MS);
  });

  it('appear, are fixed, and sometimes reappear or rise in severity', () => {
    const [earlier, later] = [scan(31), scan(1)].map((findings) => new Set(findings.map(({ host, title }) => `${host} ${title}`)));
    const stayed = [...(earlier ?? [])].filter((one) => later?.has(one)).length;
    expect(stayed).toBeGreaterThan(500);
    expect((earlier?.size ?? 0) - stayed).toBeGreaterThan(100);
    expect((later?.size ?? 0) - stayed).toBeGreaterThan(100);
    expect(lives.filter(({ back }) => back < NOW).length).toBeGreaterThan(50);
    expect(lives.filter(({ worse }) => worse < NOW).length).toBeGreaterThan(50);
  });

  it('give the vendors all grades, and most of them a good one', () => {
    const findings = scan(1);
    const grades = DEMO_VENDORS.map(({ domain }) => {
      const own = findings.filter(({ host }) => host === domain || host.endsWith(`.${domain}`));
      return scoreVendor(own.map(toCell)).overallGrade.at(-1) as string;
    });
    const count = (grade: string) => grades.filter((one) => one === grade).length;
    expect(['A', 'B', 'C', 'D', 'F'].map(count).filter((vendors) => vendors < 3)).toEqual([]);
    expect(count('A') + count('B')).toBeGreaterThan(25);
  });
});
