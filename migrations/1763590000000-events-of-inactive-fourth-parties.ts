import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OF_FOURTH_PARTY } from './webhook-event-functions';
import { onStatement } from './tools';

/** A relationship that a detection no longer finds stays in the lists, as inactive. Webhooks learn of it, and of its return. */
export class EventsOfInactiveFourthParties1763590000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OF_FOURTH_PARTY);
    await runner.query(`REVOKE ALL ON FUNCTION event_of_fourth_party FROM PUBLIC`);
    await onStatement(runner, 'fourth_party_relationship', 'event_of_fourth_party', 'UPDATE', 'OLD TABLE AS removed NEW TABLE AS added');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
