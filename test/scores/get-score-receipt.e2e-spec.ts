import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, SignJWT } from 'jose';
import { runCli } from '../support/cli';
import { aFinding, importFindings } from '../support/observations';
import { reasonOf, type TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { organizationWith } from '../observations/organization-with';

describe('POST /public/v1/observations/vendor-scores/receipt, and score verify', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendorDomain: string;
  let folder: string;
  let receipt: string;

  beforeAll(async () => {
    service = await startTestApp();
    const made = await organizationWith(service, 3);
    org = made.org;
    vendorDomain = made.vendor.domain;
    await importFindings(org, [
      aFinding(`x.${vendorDomain}`, { category: 'ENCRYPTION', severity: 'CRITICAL', title: 'Broken', observationType: 'broken' }),
    ]);
    folder = await mkdtemp(join(tmpdir(), 'receipt-'));
    await writeFile(join(folder, 'keys.json'), await publishedKeys());
    receipt = (await org.post('observations/vendor-scores/receipt', { vendorDomain })).body.receipt as string;
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await service.close();
  });

  const publishedKeys = async () => (await fetch(`${service.url}/.well-known/jwks.json`)).text();
  const payload = () =>
    JSON.parse(Buffer.from(receipt.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown> & {
      score: { overallScore: number };
    };
  const verify = async (text: string, keys = join(folder, 'keys.json')) => {
    const file = join(folder, 'receipt');
    await writeFile(file, text);
    const { code, stdout, stderr } = await runCli({}, 'score', 'verify', file, '--jwks', keys, '--json');
    return {
      code,
      stderr,
      result: stdout ? (JSON.parse(stdout) as { isValid: boolean; differences: string[]; overallScore: number }) : undefined,
    };
  };

  it('states the score that GetVendorScores gives, and every count behind it', async () => {
    const rule = {
      field: { observationsField: 'OBSERVATIONS_FIELD_VENDOR' },
      comparison: 'COMPARISON_EQUALS',
      value: { stringValue: vendorDomain },
    };
    const { body } = await org.post('observations/vendor-scores', { filters: [{ rule }] });
    const stated = payload();
    expect(stated).toMatchObject({ vendorDomain, model: 2, calculatedAt: body.vendorScores[0].calculatedAt });
    expect(stated.score).toMatchObject({
      overallScore: body.vendorScores[0].overallScore,
      overallGrade: body.vendorScores[0].overallGrade,
    });
    expect(stated.observations).toContainEqual({
      category: 'OBSERVATION_CATEGORY_ENCRYPTION',
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      open: 1,
      knownExploited: 0,
      ransomwareUse: 0,
    });
  });

  it('is verified without the service: as text, and as the response of the call', async () => {
    expect(await verify(receipt)).toMatchObject({
      code: 0,
      result: { isValid: true, differences: [], overallScore: payload().score.overallScore },
    });
    expect(await verify(JSON.stringify({ receipt }))).toMatchObject({ code: 0, result: { isValid: true } });
  });

  it('is verified with the keys of a URL', async () => {
    const keys = await publishedKeys();
    const server: Server = createServer((_, response) => response.end(keys));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const { port } = server.address() as AddressInfo;
      expect(await verify(receipt, `http://127.0.0.1:${port}/jwks.json`)).toMatchObject({ code: 0, result: { isValid: true } });
    } finally {
      server.close();
    }
  });

  it('is not valid with another score, whoever signed it', async () => {
    const changed = { ...payload(), score: { ...payload().score, overallScore: 99 } };
    const [header, , signature] = receipt.split('.');
    const forged = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    const outcome = await verify(forged);
    expect(outcome.code).toBe(1);
    expect(outcome.result?.differences).toEqual([
      'The signature does not match.',
      expect.stringMatching(/^overallScore: stated 99, computed \d+\.$/),
    ]);

    const { privateKey } = await generateKeyPair('ES256');
    const signed = await new SignJWT(payload())
      .setProtectedHeader({ alg: 'ES256', typ: 'score-receipt+jwt', kid: 'other' })
      .sign(privateKey);
    expect(await verify(signed)).toMatchObject({ code: 1, result: { differences: ['The key set has no key that signed this receipt.'] } });
  });

  it('cannot be checked when it is no receipt, of another model, or without keys: exit code 3', async () => {
    expect(await verify('something else')).toMatchObject({ code: 3, stderr: expect.stringContaining('not a score receipt') });
    const { privateKey } = await generateKeyPair('ES256');
    const later = await new SignJWT({ ...payload(), model: 99 })
      .setProtectedHeader({ alg: 'ES256', typ: 'score-receipt+jwt' })
      .sign(privateKey);
    expect(await verify(later)).toMatchObject({ code: 3, stderr: expect.stringContaining('model 99') });
    expect(await verify(receipt, join(folder, 'missing.json'))).toMatchObject({ code: 3 });
  });

  it('is refused for a domain without a score', async () => {
    expect(reasonOf(await org.post('observations/vendor-scores/receipt', { vendorDomain: 'nowhere.com' }))).toBe('VENDOR_SCORE_NOT_FOUND');
  });
});
