// Uses the built client against a started service, under any runtime that has fetch and WebCrypto. scripts/smoke.mjs runs it.
import assert from 'node:assert/strict';
import process from 'node:process';
import { observationFilterFields, verifyWebhook, VendorRisk, VendorRiskError } from '@vendor-risk/client';

const { VENDOR_RISK_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const client = new VendorRisk({ baseUrl, clientId, clientSecret });

const who = await client.account.whoAmI();
assert.equal(who.clientId, clientId);

// More rows than a page holds.
const rows = [];
for await (const row of client.observations.list({ limit: 2, filters: [observationFilterFields.severity.atLeast('HIGH')] })) {
  rows.push(row.severity);
  if (rows.length === 5) break;
}
assert.equal(rows.length, 5);
assert.ok(rows.every((severity) => /_(HIGH|CRITICAL)$/.test(severity)));

let exported = 0;
for await (const row of client.vendors.export()) exported += row.id === undefined ? 0 : 1;
assert.equal(exported, (await client.vendors.list({ limit: 1 }).page()).totalCount);

const refused = await client.vendors.get({ id: 'nothing' }).catch((error) => error);
assert.ok(refused instanceof VendorRiskError);
assert.equal(refused.reason, 'VENDOR_NOT_FOUND');
assert.ok(refused.requestId);

const key = new Uint8Array(32).fill(7);
const body = JSON.stringify({ type: 'observation.created', data: [] });
const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000))];
const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
const signature = await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${base64(signature)}` };
assert.equal((await verifyWebhook(`whsec_${base64(key)}`, headers, body)).type, 'observation.created');
await assert.rejects(verifyWebhook(`whsec_${base64(key)}`, headers, `${body} `));

process.stdout.write('token, list, export, error and webhook\n');
