import { AlreadyExists } from '#platform/errors/api-error';

export class RandomSeedUsed extends AlreadyExists {
  constructor(organization: string, randomSeed: number) {
    super(
      `${organization} already has observations of random seed ${randomSeed}: choose another --random-seed.`,
      'RANDOM_SEED_USED',
      {},
      { type: 'organization', name: organization },
    );
  }
}
