import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { Env } from '#platform/config/env';
import { passesFastChecks } from '#platform/fields/field-definition';
import { OperationRegistry, type RegisteredOperation } from '#platform/operations/operation.registry';
import { AppModule } from '../../src/app.module';
import { requestsOf } from '../support/request-arbitraries';

const RUNS = Number(process.env.VALIDATION_RUNS ?? 150);

/** Texts that the fast path leaves to class-validator, whatever the result. */
const LEFT_TO_VALIDATOR = /\\u0000|\\ud[89a-f]|[\ud800-\udfff]|\ufe0e|\ufe0f/;

/** Only the declarations: in preview mode nothing is instantiated, so no database is needed. */
async function readOperations(): Promise<readonly RegisteredOperation[]> {
  const app = await NestFactory.create(AppModule.with(new Env()), { preview: true, abortOnError: false, logger: false });
  return new OperationRegistry(new DiscoveryService(app.get(ModulesContainer)), new MetadataScanner()).operations;
}

/** class-validator decides what a valid request is. The compiled checks before it must never disagree. */
describe('the fast path before class-validator', () => {
  it('agrees with it about the request of every operation', async () => {
    const operations = await readOperations();
    expect(operations.length).toBeGreaterThan(0);
    const verdicts = { accepted: 0, refused: 0 };
    for (const { spec } of operations) {
      let accepted = 0;
      fc.assert(
        fc.property(requestsOf(spec.request), (request) => {
          const fast = passesFastChecks(spec.request, request);
          const valid = validateSync(request, { stopAtFirstError: true, forbidUnknownValues: false }).length === 0;
          if (valid) accepted += 1;
          else verdicts.refused += 1;
          if (fast !== valid && !(valid && LEFT_TO_VALIDATOR.test(JSON.stringify(request)))) {
            throw new Error(`${spec.name}: the fast path says ${fast}, class-validator says ${valid}.`);
          }
        }),
        { numRuns: RUNS },
      );
      expect([spec.name, accepted > 0]).toEqual([spec.name, true]);
      verdicts.accepted += accepted;
    }
    expect(verdicts.refused).toBeGreaterThan(verdicts.accepted / 10);
  });
});
