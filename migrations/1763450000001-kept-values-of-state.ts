import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keep } from './kept-values.sql';
import { forEachOrganization, onEveryWrite } from './tools';

/** The values of states: assignees, and the days on which observations are due. */
const ofStates = (sign: 1 | -1, table: string, condition = '') => `
      SELECT ${sign} AS sign, s.organization_id, s.view, s.is_open, w.field, w.value
        FROM ${table} s
       CROSS JOIN LATERAL (VALUES ('ASSIGNEE', s.assignee_word), ('DUE_DAY', (s.due_at AT TIME ZONE 'UTC')::date::text)) AS w (field, value)
       WHERE s.is_listed AND (s.assignee_word IS NOT NULL OR s.due_at IS NOT NULL) AND w.value IS NOT NULL${condition}`;

/** References are counted by system: an observation counts once per system, however many keys it has there. */
const SYSTEMS = 'organization_id, observation_id, view, is_open, is_listed, system_word';

/** An observation starts to count in a system with its first reference there, and stops with its last one. */
const ofReferences = (changed: string) => `
      SELECT CASE WHEN n.kept > 0 THEN 1 ELSE 0 END - CASE WHEN n.kept - c.more > 0 THEN 1 ELSE 0 END AS sign,
             c.organization_id, c.view, c.is_open, 'EXTERNAL_SYSTEM' AS field, c.system_word AS value
        FROM (SELECT ${SYSTEMS}, sum(sign) AS more FROM (${changed}) r WHERE is_listed GROUP BY ${SYSTEMS}) c
       CROSS JOIN LATERAL (SELECT count(*) AS kept FROM observation_reference x
                            WHERE x.organization_id = c.organization_id AND x.observation_id = c.observation_id AND x.system_word = c.system_word
                              AND x.view = c.view AND x.is_open = c.is_open AND x.is_listed) n`;

const references = (sign: 1 | -1, table: string) => `SELECT ${sign} AS sign, ${SYSTEMS} FROM ${table}`;

const trigger = (name: string, added: string, changed: string, removed: string) => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN${keep(added)}
  ELSIF TG_OP = 'UPDATE' THEN${keep(changed)}
  ELSE${keep(removed)}
  END IF;
  RETURN NULL;
END $$`;

const STATE_VALUES = trigger(
  'observation_state_values',
  ofStates(1, 'added'),
  `${ofStates(1, 'added')} UNION ALL ${ofStates(-1, 'removed')}`,
  ofStates(-1, 'removed'),
);
const REFERENCE_VALUES = trigger(
  'observation_reference_values',
  ofReferences(references(1, 'added')),
  ofReferences(`${references(1, 'added')} UNION ALL ${references(-1, 'removed')}`),
  ofReferences(references(-1, 'removed')),
);

const EXISTING_SYSTEMS = `
      SELECT DISTINCT ON (${SYSTEMS}) 1 AS sign, organization_id, view, is_open, 'EXTERNAL_SYSTEM' AS field, system_word AS value
        FROM observation_reference WHERE is_listed AND organization_id = own`;

const COUNT_EXISTING = forEachOrganization(
  `${keep(ofStates(1, 'observation_state', ' AND s.organization_id = own'))}${keep(EXISTING_SYSTEMS)}`,
);

/**
 * Keeps how many observations each assignee has, how many are due on each day, and how many have a ticket in each system, like
 * the values of the other fields. Writers wait until existing ones are counted.
 */
export class KeptValuesOfState1763450000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE observation_state, observation_reference IN SHARE ROW EXCLUSIVE MODE`);
    const triggers = [
      ...onEveryWrite('observation_state', 'observation_state_values'),
      ...onEveryWrite('observation_reference', 'observation_reference_values'),
    ];
    for (const statement of [STATE_VALUES, REFERENCE_VALUES, ...triggers, COUNT_EXISTING]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
