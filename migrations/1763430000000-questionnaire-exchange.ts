import type { MigrationInterface, QueryRunner } from 'typeorm';
import { onEach, note } from './change-feed-functions';
import { tenantTable } from './tools';

/** The entry of a received questionnaire in the feed of the organization that answers it. */
const RECEIVED_KIND = 17;

/**
 * Questionnaires that are sent, answered, submitted and reviewed. Questions and answers belong to the organization that asks. The
 * organization that answers has a row in received_questionnaire, which gives it access and contains what its list shows.
 */
export class QuestionnaireExchange1763430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // recipient_id: the organization that answers, if it is one of this installation. link_id: the only valid link, until link_expires_at.
    // version: how often the answers were submitted. answers_revision: how often they were saved.
    await runner.query(`
      ALTER TABLE questionnaire
        ADD COLUMN recipient_id uuid,
        ADD COLUMN link_id uuid,
        ADD COLUMN link_expires_at timestamptz(3),
        ADD COLUMN message text,
        ADD COLUMN answers jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN answers_revision integer NOT NULL DEFAULT 0,
        ADD COLUMN version integer NOT NULL DEFAULT 0,
        ADD COLUMN sent_at timestamptz(3),
        ADD COLUMN submitted_at timestamptz(3),
        ADD COLUMN reviewed_at timestamptz(3),
        ADD COLUMN reminded_at timestamptz(3)`);

    await runner.query(`
      CREATE TABLE questionnaire_submission (
        organization_id uuid NOT NULL,
        questionnaire_id uuid NOT NULL,
        version integer NOT NULL,
        answers jsonb NOT NULL,
        source smallint NOT NULL,
        submitted_at timestamptz(3) NOT NULL,
        decision smallint,
        comments jsonb NOT NULL DEFAULT '[]',
        reviewed_at timestamptz(3),
        PRIMARY KEY (organization_id, questionnaire_id, version),
        FOREIGN KEY (organization_id, questionnaire_id) REFERENCES questionnaire (organization_id, id) ON DELETE CASCADE
      )`);
    await tenantTable(runner, 'questionnaire_submission');

    await runner.query(`
      CREATE TABLE received_questionnaire (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        sender_id uuid NOT NULL,
        sender_name text NOT NULL,
        sender_domain text NOT NULL,
        template_id text NOT NULL,
        template_name text NOT NULL,
        vendor_id uuid NOT NULL,
        vendor_domain text NOT NULL,
        status smallint NOT NULL,
        question_count integer NOT NULL,
        answered_count integer NOT NULL,
        version integer NOT NULL,
        due_at timestamptz(3),
        sent_at timestamptz(3),
        submitted_at timestamptz(3),
        reviewed_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        received_at timestamptz(3) NOT NULL,
        PRIMARY KEY (organization_id, id)
      )`);
    await runner.query(
      `CREATE INDEX received_questionnaire_newest_idx ON received_questionnaire (organization_id, received_at DESC, id DESC)`,
    );
    await tenantTable(runner, 'received_questionnaire');

    for (const statement of [mirror([]), RECEIVED]) await runner.query(statement);
    await runner.query(`
      CREATE TRIGGER questionnaire_mirror_changed AFTER UPDATE ON questionnaire FOR EACH ROW
      WHEN (OLD.recipient_id IS NOT NULL OR NEW.recipient_id IS NOT NULL) EXECUTE FUNCTION questionnaire_mirror()`);
    await runner.query(`
      CREATE TRIGGER questionnaire_mirror_removed AFTER DELETE ON questionnaire FOR EACH ROW
      WHEN (OLD.recipient_id IS NOT NULL) EXECUTE FUNCTION questionnaire_mirror()`);
    for (const [event, rows] of [
      ['INSERT', 'NEW TABLE AS added'],
      ['UPDATE', 'OLD TABLE AS removed NEW TABLE AS added'],
      ['DELETE', 'OLD TABLE AS removed'],
    ] as const) {
      await runner.query(`
        CREATE TRIGGER change_of_received_questionnaire_${event.toLowerCase()} AFTER ${event} ON received_questionnaire
        REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire()`);
    }
    await runner.query(`REVOKE ALL ON FUNCTION questionnaire_mirror(), change_of_received_questionnaire() FROM PUBLIC`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

/** The columns that both organizations see. */
const SHARED = [
  'template_id',
  'template_name',
  'vendor_id',
  'vendor_domain',
  'status',
  'question_count',
  'answered_count',
  'version',
  'due_at',
  'sent_at',
  'submitted_at',
  'reviewed_at',
  'created_at',
  'updated_at',
];

/**
 * Keeps the recipient's row equal to the questionnaire. The transaction writes to the feeds of both organizations, so it takes both log
 * locks here, in a fixed order: two organizations that ask each other never deadlock.
 */
export const mirror = (further: readonly string[]) => {
  const columns = [...SHARED, ...further];
  return `
CREATE OR REPLACE FUNCTION questionnaire_mirror() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || o.id::text, 0))
     FROM (SELECT DISTINCT x AS id FROM unnest(ARRAY[OLD.organization_id, OLD.recipient_id, NEW.recipient_id]) x WHERE x IS NOT NULL ORDER BY x) o;
  IF OLD.recipient_id IS NOT NULL AND OLD.recipient_id IS DISTINCT FROM NEW.recipient_id THEN
    PERFORM set_config('app.organization_id', OLD.recipient_id::text, true);
    DELETE FROM received_questionnaire WHERE organization_id = OLD.recipient_id AND id = OLD.id AND sender_id = OLD.organization_id;
  END IF;
  IF NEW.recipient_id IS NOT NULL THEN
    PERFORM set_config('app.organization_id', NEW.recipient_id::text, true);
    INSERT INTO received_questionnaire AS r (organization_id, id, sender_id, sender_name, sender_domain, received_at, ${columns.join(', ')})
    SELECT NEW.recipient_id, NEW.id, s.id, s.name, s.domain, now(), ${columns.map((column) => `NEW.${column}`).join(', ')}
      FROM organization s WHERE s.id = NEW.organization_id AND EXISTS (SELECT 1 FROM organization o WHERE o.id = NEW.recipient_id)
    ON CONFLICT (organization_id, id) DO UPDATE
       SET ${['sender_name', 'sender_domain', ...columns].map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE r.sender_id = excluded.sender_id;
  END IF;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END $$`;
};

const received = (isRemoved: boolean, rows: string) =>
  note(
    `SELECT organization_id, ${RECEIVED_KIND}::smallint AS kind, id AS resource_id, NULL::text AS resource_key, ${isRemoved} AS is_removed
       FROM ${rows} WHERE sender_id <> organization_id`,
  );

/** A questionnaire that an organization sent to itself is in its feed already, as its own. */
const RECEIVED = onEach('change_of_received_questionnaire', {
  added: received(false, 'added'),
  changed: received(false, '(SELECT * FROM added EXCEPT SELECT * FROM removed) d'),
  removed: received(true, 'removed'),
});
