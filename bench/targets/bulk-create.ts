import { v7 as uuidv7 } from 'uuid';
import { DataSource } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import { bytesOf, Crowd, type Call } from '../connections';
import type { BenchContext, Outcome } from '../context';
import type { Server } from '../environment';
import { Line } from '../line';
import { sideBySide, timed } from '../measure';
import { newVendor } from '../new-vendor';
import { median } from '../percentile';
import { tokenPublicKey } from '../token-key';

const BATCH = 500;
/** Batches in a turn. The first one runs with cold caches, so the median of a turn counts. */
const PER_TURN = 3;
const WARM_UP = 90;

/** Target 8: a bulk of 500 compared with the conventional implementation, one vendor at a time, and with repository.save alone. */
export async function bulkCreate({ client, environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const { organizationId: organization, token } = client;
  const run = uuidv7().slice(-6);
  let batch = 0;
  const names = () => {
    batch += 1;
    return Array.from({ length: BATCH }, (_, index) => `batch-${batch}-${run}-${index}.com`);
  };
  const entries = () => names().map((domainName) => ({ domainName, companyName: domainName }));

  const source = await new DataSource({ type: 'postgres', url: environment.postgres.adminUrl, entities: [VendorEntity] }).initialize();
  const repository = source.getRepository(VendorEntity);
  const conventional = await environment.reference('conventional', {
    DATABASE_URL: environment.postgres.adminUrl,
    TOKEN_PUBLIC_KEY: await tokenPublicKey(environment),
  });
  const ours = await overHttp(service, token, () => ({ path: '/public/v1/vendors/bulk-create', body: { vendors: entries() } }));
  const theirs = await overHttp(conventional, token, () => ({ path: '/vendors/bulk-create', body: { organization, vendors: entries() } }));
  const saving = () =>
    timed(async () => {
      for (const name of names()) await repository.save(newVendor(organization, name, name));
    });

  // One batch of the others runs its code five hundred times, one of ours once: ours needs more batches to warm up.
  for (let time = 0; time < (quick ? 30 : WARM_UP); time += 1) await ours();
  await theirs();
  await saving();
  const [rounds, perTurn] = quick ? [1, 1] : [7, PER_TURN];
  const [own, conventionally, saved] = await sideBySide(rounds, inTurn(perTurn, ours), inTurn(perTurn, theirs), inTurn(perTurn, saving));
  await source.destroy();
  await conventional.stop();
  return [
    {
      target: 8,
      what: `BulkCreateVendors of ${BATCH}: one by one through TypeORM / ours, both over HTTP`,
      measured: conventionally / own,
      wanted: 50,
      better: 'more',
      unit: 'times',
      detail: `${conventionally.toFixed(0)} ms against ${own.toFixed(1)} ms, ${perTurn} times in each of ${rounds} turns; repository.save alone, without HTTP, validation and response: ${saved.toFixed(0)} ms`,
    },
  ];
}

/** Times a new call on each run. Its bytes and its connection are prepared outside the measurement. */
async function overHttp({ url }: Server, token: string, next: () => Call): Promise<() => Promise<number>> {
  const { body } = await new Line(url, token, 1).send(next());
  const { succeeded } = (JSON.parse(body.toString()) as { summary: { succeeded: number } }).summary;
  if (succeeded !== BATCH) throw new Error(`Created ${succeeded} of ${BATCH} vendors.`);
  return async () => {
    const bytes = bytesOf(url, token, next());
    const caller = await Crowd.of(1, url); // a server may close a connection between turns
    const reply = await caller.request(bytes);
    caller.close();
    if (reply?.status !== 200) throw new Error(`${url}: ${reply?.status}`);
    return reply.ms;
  };
}

function inTurn(batches: number, work: () => Promise<number>): () => Promise<number> {
  return async () => {
    const times: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) times.push(await work());
    return median(times);
  };
}
