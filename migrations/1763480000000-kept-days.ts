import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keep, keepOrForget } from './kept-values.sql';
import { forEachOrganization, onEveryWrite } from './tools';

const day = (time: string) => `((${time} AT TIME ZONE 'UTC')::date - '1970-01-01'::date)`;
const days = (...times: string[]) => `concat_ws(' ', ${times.map(day).join(', ')})`;

/** The days of an observation, as numbers: first seen, created, last seen, resolved. */
const seen = (sign: 1 | -1, table: string, condition = '') => `
      SELECT ${sign} AS sign, o.organization_id, o.view, o.is_open, 'SEEN_DAYS' AS field,
             ${days('o.first_seen', 'o.created_at', 'o.last_seen', 'o.resolved_at')} AS value
        FROM ${table} o WHERE o.is_listed${condition}`;

/** The days of an observation and of its state: first seen, created, updated. The first two never change. */
const updated = (sign: 1 | -1, observations: string, condition = '', states = 'observation_state') => `
      SELECT ${sign} AS sign, s.organization_id, s.view, s.is_open, 'UPDATED_DAYS' AS field,
             ${days('o.first_seen', 'o.created_at', 's.updated_at')} AS value
        FROM ${observations} o JOIN ${states} s ON s.organization_id = o.organization_id AND s.observation_id = o.id
       WHERE s.is_listed${condition}`;

/** Forces look-ups by index, however many rows there were when the plan was made. */
const create = (name: string, body: string, how: 'CREATE' | 'CREATE OR REPLACE' = 'CREATE') => `
${how} FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  kept record;
BEGIN${body}
  RETURN NULL;
END $$`;

const daysOfObservations = (ofNew: string) => `
  IF TG_OP = 'INSERT' THEN${keep(ofNew)}
  ELSIF TG_OP = 'UPDATE' THEN${keepOrForget(`${seen(1, 'added')} UNION ALL ${seen(-1, 'removed')}`)}
  ELSE${keepOrForget(`${seen(-1, 'removed')} UNION ALL ${updated(-1, 'removed')}`)}
  END IF;`;

const OF_OBSERVATIONS = create('observation_days', daysOfObservations(seen(1, 'added')));

/** Changed states with the days of their observations. Those of deleted observations no longer exist here. */
const ofStates = (changed: string) => `
      SELECT c.sign, c.organization_id, c.view, c.is_open, 'UPDATED_DAYS' AS field,
             concat_ws(' ', ${day('o.first_seen')}, ${day('o.created_at')}, c.updated) AS value
        FROM (SELECT organization_id, observation_id, view, is_open, updated, sum(sign) AS sign FROM (${changed}) r
               GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0) c
        JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id`;
const states = (sign: 1 | -1, table: string) =>
  `SELECT ${sign} AS sign, organization_id, observation_id, view, is_open, ${day('updated_at')} AS updated FROM ${table} WHERE is_listed`;

const daysOfStates = (ofNew: string) => `
  IF TG_OP = 'INSERT' THEN${keep(ofNew)}
  ELSIF TG_OP = 'DELETE' THEN${keepOrForget(ofStates(states(-1, 'removed')))}
  ELSE${keepOrForget(ofStates(`${states(1, 'added')} UNION ALL ${states(-1, 'removed')}`))}
  END IF;`;

const OF_STATES = create('observation_state_days', daysOfStates(ofStates(states(1, 'added'))));

/** A later edition: a new state is the only one of its observation, so nothing has to be summed up before the look-up. */
export const KEEP_DAYS_OF_NEW_STATES = create(
  'observation_state_days',
  daysOfStates(updated(1, 'observation', '', 'added')),
  'CREATE OR REPLACE',
);

/**
 * A later edition: the state of a new observation has the time of its last update, so both kinds of days are counted with the observation.
 * Many new rows have the same days, so they are counted before they become text.
 */
const DAYS_OF_NEW_ROWS = `
      SELECT sign, organization_id, view, is_open, field, value
        FROM (SELECT count(*) AS sign, organization_id, view, is_open, ${day('first_seen')} AS first_day, ${day('created_at')} AS created,
                     ${day('last_seen')} AS last_day, ${day('resolved_at')} AS resolved, ${day('updated_at')} AS updated
                FROM added WHERE is_listed
               GROUP BY 2, 3, 4, 5, 6, 7, 8, 9) n
       CROSS JOIN LATERAL (VALUES ('SEEN_DAYS', concat_ws(' ', first_day, created, last_day, resolved)),
                                  ('UPDATED_DAYS', concat_ws(' ', first_day, created, updated))) AS d (field, value)`;
export const KEEP_DAYS_OF_NEW_ROWS = [
  create('observation_days', daysOfObservations(DAYS_OF_NEW_ROWS), 'CREATE OR REPLACE'),
  `DROP TRIGGER observation_state_days_added ON observation_state`,
];

// By name, observation_days_removed runs before observation_state_follow, which deletes the states.
const TRIGGERS = [...onEveryWrite('observation', 'observation_days'), ...onEveryWrite('observation_state', 'observation_state_days')];

const COUNT_EXISTING = forEachOrganization(
  `${keep(seen(1, 'observation', ' AND o.organization_id = own'))}${keep(updated(1, 'observation', ' AND o.organization_id = own'))}`,
);

/**
 * Counts the observations that have the same days. A list sorted by one time and filtered by another then begins on the first day with a
 * match. Writers wait until existing ones are counted.
 */
export class KeptDays1763480000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation, observation_state IN SHARE ROW EXCLUSIVE MODE`);
    for (const statement of [OF_OBSERVATIONS, OF_STATES, ...TRIGGERS, COUNT_EXISTING]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
