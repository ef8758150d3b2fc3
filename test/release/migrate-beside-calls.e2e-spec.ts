import { Client } from 'pg';
import { migrate } from '#platform/database/migrate';
import { fileDatabase } from '../support/database';

const WRITES = 'BEGIN; LOCK TABLE observation_action IN ROW EXCLUSIVE MODE';

describe('a migration under load', () => {
  const database = fileDatabase();

  it('does not block calls while it waits for a table lock, and completes once it gets it', async () => {
    const [importing, calling] = [new Client(database.adminUrl), new Client(database.adminUrl)];
    await Promise.all([importing.connect(), calling.connect()]);
    await importing.query(`
      DROP INDEX observation_action_age_idx, security_event_impact_change_age_idx, party_score_day_age_idx;
      DROP TABLE scheduled_run;
      DELETE FROM schema_migration WHERE name LIKE 'Retention%'`);
    await importing.query(WRITES);
    const migrating = migrate(database.adminUrl);
    await database.heldUp(1);

    await calling.query(WRITES); // queued behind the migration until that gives up, while the import still holds its lock
    await calling.query('COMMIT');
    await importing.query('COMMIT');
    expect(await migrating).toEqual(['Retention1763164800020']);
    const { rows } = await importing.query(`SELECT to_regclass('observation_action_age_idx') IS NOT NULL AS found`);
    expect(rows).toEqual([{ found: true }]);
    await Promise.all([importing.end(), calling.end()]);
  });
});
