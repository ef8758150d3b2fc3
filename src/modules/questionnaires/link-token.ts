import { createHmac, timingSafeEqual } from 'node:crypto';

const FORMAT = 1;
const UUID_BYTES = 16;
/** Format, organization, questionnaire, link, and expiry in seconds. */
const PAYLOAD_BYTES = 1 + 3 * UUID_BYTES + 4;
const MAC_BYTES = 32;

/** The claims of a link. */
export interface LinkClaims {
  organizationId: string;
  questionnaireId: string;
  linkId: string;
  expiresAt: Date;
}

/** The token of a link: its claims and a MAC with this service's key. */
export function sealLink(key: Buffer, { organizationId, questionnaireId, linkId, expiresAt }: LinkClaims): string {
  const end = Buffer.alloc(4);
  end.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000));
  const payload = Buffer.concat([Buffer.of(FORMAT), ...[organizationId, questionnaireId, linkId].map(toBytes), end]);
  return Buffer.concat([payload, macOf(key, payload)]).toString('base64url');
}

/** The claims of a token; undefined unless this service issued it and it has not expired. */
export function openLink(key: Buffer, token: string, now = Date.now()): LinkClaims | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // The same bytes have several base64 spellings; only the canonical one is accepted.
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  if (payload[0] !== FORMAT || !timingSafeEqual(macOf(key, payload), bytes.subarray(PAYLOAD_BYTES))) return undefined;
  const expiresAt = new Date(payload.readUInt32BE(PAYLOAD_BYTES - 4) * 1000);
  if (expiresAt.getTime() <= now) return undefined;
  const id = (place: number) => toUuid(payload.subarray(1 + place * UUID_BYTES, 1 + (place + 1) * UUID_BYTES));
  return { organizationId: id(0), questionnaireId: id(1), linkId: id(2), expiresAt };
}

function macOf(key: Buffer, payload: Buffer): Buffer {
  return createHmac('sha256', key).update('questionnaire link').update(payload).digest();
}

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
