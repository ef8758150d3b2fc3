import { v7 as uuidv7 } from 'uuid';
import { DataSource } from 'typeorm';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import type { BenchContext, Outcome } from '../context';
import { medianOf, sideBySide } from '../measure';

const BATCH = 500;

type Timed = () => Promise<number>;

/** Target 8: a bulk of 500 beside a repository that saves one vendor after the other. */
export async function bulkCreate({ client, environment, quick }: BenchContext): Promise<Outcome[]> {
  const source = await new DataSource({ type: 'postgres', url: environment.postgres.adminUrl, entities: [VendorEntity] }).initialize();
  const vendors = source.getRepository(VendorEntity);
  const domains = (name: string) => Array.from({ length: BATCH }, (_, index) => `${name}-${index}.com`);
  const bulk = (name: string) => () =>
    client.exchange('POST', 'vendors/bulk-create', {
      vendors: domains(name).map((domainName) => ({ domainName, companyName: domainName })),
    });
  const rowByRow = (name: string) => async () => {
    for (const domainName of domains(name)) await vendors.save(newVendor(client.organizationId, domainName));
  };
  const run = uuidv7().slice(-6);
  let batch = 0;
  const works = [bulk, rowByRow].map((create) => () => medianOf(3, () => create(`batch-${(batch += 1)}-${run}`)())) as [Timed, Timed];
  // A warm-up of both: a batch of theirs runs its code five hundred times, one of ours once.
  for (let turn = 0; turn < 30; turn += 1) await works[0]();
  await works[1]();
  const rounds = quick ? 1 : 7;
  const [ours, theirs] = await sideBySide(rounds, ...works);
  await source.destroy();
  return [
    {
      target: 8,
      what: `BulkCreateVendors of ${BATCH}: repository.save row by row / ours over HTTP`,
      measured: theirs / ours,
      wanted: 50,
      better: 'more',
      unit: 'times',
      detail: `${theirs.toFixed(0)} ms against ${ours.toFixed(1)} ms, 3 times in each of ${rounds} turns`,
    },
  ];
}

function newVendor(organizationId: string, domainName: string): Partial<VendorEntity> {
  const now = new Date();
  return {
    organizationId,
    id: uuidv7(),
    domainName,
    companyName: domainName,
    isMonitored: false,
    lifecycleStatus: 2,
    dataTypesShared: [],
    accessTypes: [],
    contacts: [],
    openObservationCount: '0',
    createdAt: now,
    updatedAt: now,
  };
}
