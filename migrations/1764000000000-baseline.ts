import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { projectRoot } from '#platform/config/project-root';

/** The files of each area in the order in which they run: its tables, then each function with its triggers. */
const AREAS = {
  platform: ['roles', 'views', 'tables', 'uuid_v7', 'bump_platform_revision', 'keep_retirement'],
  credentials: ['tables', 'number_revoked_token'],
  audit: ['tables', 'audit_hash', 'audit_append', 'audit_refuse_change', 'audit_delete_months'],
  jobs: ['pg_boss', 'rights', 'queues', 'job_send'],
  vendors: ['constants', 'tables', 'vendor_is_listed', 'vendor_is_monitored', 'vendor_tally', 'vendor_group_member_count'],
  questionnaires: ['constants', 'tables', 'questionnaire_mirror'],
  observations: [
    'action_types',
    'tables',
    'observation_enrichment',
    'observation_due',
    'observation_group_keys',
    'observation_sides',
    'observation_state_follow',
    'observation_state_reschedule',
    'observation_rollup',
    'observation_rollup_defer',
    'observation_rollup_settle',
    'observation_flagged',
    'observation_ticketed',
  ],
  'observation-search': [
    'tables',
    'observation_list_words',
    'observation_words',
    'observation_state_words',
    'observation_term',
    'observation_terms',
    'observation_pieces',
    'observation_value_add',
    'observation_values',
    'observation_state_values',
    'indexes',
    'views',
  ],
  scores: ['tables', 'party_score_fall_add', 'party_score_fall_follow', 'party_score_window_move'],
  portfolio: ['tables', 'portfolio_shift', 'portfolio_of_vendors'],
  'fourth-parties': ['tables', 'fourth_party_lock', 'fourth_party_vendor_weight', 'fourth_party_regroup', 'fourth_party_vendor_moved'],
  'security-events': [
    'impacts',
    'tables',
    'security_event_is_visible',
    'security_event_gate',
    'security_event_via',
    'security_event_impact_of',
    'security_event_settle',
    'security_event_settle_vendors',
    'security_event_refresh',
    'security_event_catch_up',
    'security_event_sighted',
    'security_event_vendor_moved',
    'security_event_domain_added',
  ],
  monitoring: ['constants', 'tables', 'monitoring_plan'],
  changes: [
    'tables',
    'kinds',
    'change_key',
    'change_set_of',
    'change_set_number',
    'change_note',
    'change_note_keys',
    'change_move',
    'change_touch_impacts',
    'change_touch_events',
    'change_touch_events_of_vendors',
    'change_touch_beside_vendors',
    'change_of_observation',
    'change_beside_observation',
    'change_of_vendor',
    'change_beside_vendor',
    'change_of_vendor_group',
    'change_of_questionnaire',
    'change_of_received_questionnaire',
    'change_of_score',
    'change_of_fourth_party',
    'change_beside_fourth_party',
    'change_of_event_feed',
    'change_of_impact',
    'change_of_event_facts',
    'change_of_event_audience',
    'change_of_response',
    'change_of_response_on_behalf',
    'change_of_request',
    'change_of_own_domain',
    'change_forget',
    'change_forget_organization',
    'change_page',
  ],
  webhooks: [
    'constants',
    'tables',
    'event_is_wanted',
    'event_record',
    'event_about',
    'event_wake',
    'event_type_of',
    'event_of_change',
    'event_of_vendor',
    'event_of_observation_action',
    'event_of_observation_flag',
    'event_of_fourth_party',
    'event_of_request',
    'event_of_response',
    'event_of_response_on_behalf',
  ],
};

/** The schema of release 1.1.0. */
export class Baseline1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [area, files] of Object.entries(AREAS)) {
      for (const file of files)
        await runner.query(readFileSync(join(projectRoot(), 'migrations', 'baseline', area, `${file}.sql`), 'utf8'));
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
