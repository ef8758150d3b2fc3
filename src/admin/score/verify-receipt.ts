import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { MODEL, recomputeScore, type ReceiptObservations, type RecomputedScore } from './recompute-score';

export interface VerifiedReceipt {
  isValid: boolean;
  vendorDomain: string;
  issuer: string;
  issuedAt: string;
  model: number;
  overallScore: number;
  overallGrade: string;
  /** What differs, or is wrong with the signature; empty for a valid receipt. */
  differences: string[];
}

interface Payload {
  iss: string;
  iat: number;
  model: number;
  vendorDomain: string;
  observations: ReceiptObservations[];
  score: RecomputedScore;
}

/** A receipt that cannot be checked: not a receipt, or of a model that this release does not know. */
export class NotCheckable extends Error {}

/** Checks the signature of a receipt and computes its score again. */
export async function verifyReceipt(receipt: string, keys: JSONWebKeySet): Promise<VerifiedReceipt> {
  const payload = payloadOf(receipt);
  if (payload.model !== MODEL) throw new NotCheckable(`The receipt is of model ${payload.model}; this release computes model ${MODEL}.`);
  const again = recomputeScore(payload.observations);
  const differences = [...(await signatureFault(receipt, keys)), ...differencesBetween(payload.score, again)];
  return {
    isValid: differences.length === 0,
    vendorDomain: payload.vendorDomain,
    issuer: payload.iss,
    issuedAt: new Date(payload.iat * 1000).toISOString(),
    model: payload.model,
    overallScore: again.overallScore,
    overallGrade: again.overallGrade,
    differences,
  };
}

function payloadOf(receipt: string): Payload {
  try {
    if (decodeProtectedHeader(receipt).typ !== 'score-receipt+jwt') throw new Error();
    const payload = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()) as Payload;
    if (!Array.isArray(payload.observations) || typeof payload.score !== 'object' || !Number.isFinite(payload.iat)) throw new Error();
    return payload;
  } catch {
    throw new NotCheckable('The file is not a score receipt.');
  }
}

async function signatureFault(receipt: string, keys: JSONWebKeySet): Promise<string[]> {
  const keyOf = createLocalJWKSet(keys); // refuses what is no key set
  try {
    await compactVerify(receipt, keyOf, { algorithms: ['ES256'] });
    return [];
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_JWKS_NO_MATCHING_KEY') return ['The key set has no key that signed this receipt.'];
    return ['The signature does not match.'];
  }
}

function differencesBetween(stated: RecomputedScore, again: RecomputedScore): string[] {
  const { factors: statedFactors, ...statedScores } = stated;
  const { factors, ...scores } = again;
  const byName = Object.entries(scores).filter(([name, value]) => statedScores[name as keyof typeof statedScores] !== value);
  const byFactor = factors.filter((factor, index) => JSON.stringify(sorted(factor)) !== JSON.stringify(sorted(statedFactors[index] ?? {})));
  return [
    ...byName.map(([name, value]) => `${name}: stated ${String(statedScores[name as keyof typeof statedScores])}, computed ${value}.`),
    ...byFactor.map(({ category }) => `factors: ${category} differs.`),
  ];
}

const sorted = (record: object) => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
