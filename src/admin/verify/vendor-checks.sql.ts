import type { Derived } from './derived';
import { LIFECYCLE } from '#modules/vendors/vendor.enums';
import { VRM_VIEW } from '#shared/view';

const tally: Derived = {
  name: 'vendors in the list',
  key: ['what'],
  stored: `SELECT 'listed' AS what, coalesce((SELECT listed FROM vendor_tally WHERE organization_id = $1), 0) AS vendors`,
  recounted: `SELECT 'listed' AS what, count(*) AS vendors FROM vendor WHERE organization_id = $1 AND lifecycle_status < ${LIFECYCLE.OFFBOARDED}`,
};

const members: Derived = {
  name: 'members of vendor groups',
  key: ['id'],
  stored: `SELECT id, member_count FROM vendor_group WHERE organization_id = $1`,
  recounted: `
    SELECT g.id, count(m.vendor_id) AS member_count
      FROM vendor_group g LEFT JOIN vendor_group_member m ON m.organization_id = $1 AND m.group_id = g.id
     WHERE g.organization_id = $1 GROUP BY g.id`,
};

/** Slots in use are not stored but counted; the only possible error is that more are used than allowed. */
const slots: Derived = {
  name: 'monitoring slots in use',
  key: ['id'],
  stored: `SELECT id, monitoring_slots AS slots FROM organization WHERE id = $1`,
  recounted: `
    SELECT id, greatest(monitoring_slots, (SELECT count(*) FROM vendor v WHERE v.organization_id = $1 AND v.is_monitored)) AS slots
      FROM organization WHERE id = $1`,
};

/** The derived fields of a vendor, and the rules for monitored and offboarded vendors. */
const standing: Derived = {
  name: 'open observations and scores of vendors',
  key: ['domain_name'],
  stored: `
    SELECT domain_name, open_observation_count, score, score_grade, monitored_since IS NOT NULL AS is_monitored
      FROM vendor WHERE organization_id = $1`,
  recounted: `
    SELECT v.domain_name, coalesce(o.open, 0) AS open_observation_count,
           CASE WHEN v.is_monitored THEN s.overall_score END AS score, CASE WHEN v.is_monitored THEN s.overall_grade END AS score_grade,
           v.is_monitored AND v.lifecycle_status < ${LIFECYCLE.OFFBOARDED} AS is_monitored
      FROM vendor v
      LEFT JOIN (SELECT party_domain, count(*) AS open FROM observation
                  WHERE organization_id = $1 AND view = ${VRM_VIEW.number} AND is_open AND is_listed GROUP BY 1) o ON o.party_domain = v.domain_name
      LEFT JOIN party_score s ON s.organization_id = $1 AND s.view = ${VRM_VIEW.number} AND s.party_domain = v.domain_name
     WHERE v.organization_id = $1`,
};

const questions: Derived = {
  name: 'questions of questionnaires',
  key: ['id'],
  stored: `SELECT id, question_count FROM questionnaire WHERE organization_id = $1`,
  recounted: `
    SELECT q.id, coalesce((SELECT sum(jsonb_array_length(s -> 'questions')) FROM jsonb_array_elements(q.sections) s), 0) AS question_count
      FROM questionnaire q WHERE q.organization_id = $1`,
};

/** Within the organization's window; without one, nothing is stored. */
const changes: Derived = {
  name: 'changes of scores in thirty days',
  key: ['view', 'party_domain'],
  stored: `SELECT view, party_domain, change FROM party_score_fall WHERE organization_id = $1 AND change <> 0`,
  recounted: `
    SELECT d.view, d.party_domain, sum(d.score_change)::int AS change
      FROM party_score_day d JOIN party_score_window w ON w.organization_id = $1 AND d.day >= w.first_day
     WHERE d.organization_id = $1
     GROUP BY 1, 2 HAVING sum(d.score_change) <> 0`,
};

export const VENDOR_CHECKS = [tally, members, slots, standing, questions, changes];
