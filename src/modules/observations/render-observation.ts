import { isoTimeSql } from '#platform/database/iso-time';
import type { WireRow } from '#platform/database/wire-row';
import { piece, type JsonWriter, type Piece } from '#platform/http/json-writer';
import { APPROVAL, APPROVAL_STATUS, OBSERVATION_STATE } from '#shared/observation.enums';
import { FURTHER_GROUP_KEYS } from './groups.sql';
import { printGroupOrn, printOrn } from '#shared/orn';
import type { View } from '#shared/view';

const OF_OBSERVATION = 'r.organization_id = o.organization_id AND r.observation_id = o.id';

/** JSON members of what people decided. Most observations have neither assignee nor due date, and no expression to evaluate. */
const DECIDED = `
  CASE WHEN s.assignee IS NULL AND s.due_at IS NULL THEN '"isOverdue":false,'
       ELSE concat('"assignee":' || to_json(s.assignee) || ',', '"dueAt":"' || ${isoTimeSql('s.due_at')} || '",',
                   '"isOverdue":', CASE WHEN o.is_open AND s.due_at < now() THEN 'true' ELSE 'false' END, ',') END`;

const REFERENCES = `
  (SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('system', r.system, 'key', r.key, 'url', r.url)) ORDER BY r.system_word, r.key_word)
     FROM observation_reference r WHERE ${OF_OBSERVATION})`;
/**
 * For a page: skips the look-up per row if the organization has no references. Ordered, because otherwise the planner would scan the table
 * until it finds one.
 */
const HAS_REFERENCES = `(SELECT true FROM observation_reference r WHERE r.organization_id = $1 ORDER BY r.observation_id LIMIT 1)`;
const REFERENCES_OF_PAGE = `CASE WHEN ${HAS_REFERENCES} THEN ${REFERENCES} END`;
/** For many rows, of which few have references: PostgreSQL reads once which ones do, and aggregates only those. */
const REFERENCES_OF_MANY = `CASE WHEN EXISTS (SELECT 1 FROM observation_reference r WHERE ${OF_OBSERVATION}) THEN ${REFERENCES} END`;

const columnsWith = (references: string) => `
  o.id, o.approval_status, f.flagged_at,
  o.vendor_id, o.party_domain, o.vendor_name, o.group_key, ${FURTHER_GROUP_KEYS}, o.regression_count,
  o.first_seen, o.last_seen, o.resolved_at, o.created_at, s.updated_at, ${DECIDED}, ${references}, o.enrichment, o.body`;

/**
 * Flag and state of each observation o of a page, by index: OFFSET keeps the planner from reading those of the whole organization. $1 is
 * the organization.
 */
export const FLAG_AND_STATE = `
  LEFT JOIN LATERAL (SELECT f.flagged_at FROM observation_flag f WHERE f.organization_id = $1 AND f.observation_id = o.id OFFSET 0) f ON true
  LEFT JOIN LATERAL (SELECT s.updated_at, s.assignee, s.due_at FROM observation_state s WHERE s.organization_id = $1 AND s.observation_id = o.id OFFSET 0) s ON true`;

/** The columns that ObservationRenderer reads, in this order, of observations o with FLAG_AND_STATE. */
export const OBSERVATION_COLUMNS = columnsWith(REFERENCES_OF_PAGE);

/** All selected observations, for an export: PostgreSQL chooses the join for the number of rows. $1 is the organization. */
export const ALL_OBSERVATIONS = `
  SELECT ${columnsWith(REFERENCES_OF_MANY)} FROM observation o
    LEFT JOIN observation_flag f ON f.organization_id = $1 AND f.observation_id = o.id
    LEFT JOIN observation_state s ON s.organization_id = $1 AND s.observation_id = o.id`;

/** The positions of these columns. Further columns of a statement come after them. */
export const COLUMN = {
  id: 0,
  status: 1,
  flaggedAt: 2,
  vendorId: 3,
  party: 4,
  vendorName: 5,
  groupKey: 6,
  furtherGroupKeys: 7,
  regressions: 8,
  first: 9,
  last: 10,
  resolved: 11,
  created: 12,
  updated: 13,
  decided: 14,
  references: 15,
  enrichment: 16,
  body: 17,
  afterAll: 18,
} as const;

/** Indexed by the stored number of the approval status. */
const STATUS: readonly Piece[] = [
  '',
  ...APPROVAL_STATUS.members.map((member) => {
    const state = APPROVAL_STATUS.toNumber(member) >= APPROVAL.RESOLVED ? 'OBSERVATION_STATE_RESOLVED' : 'OBSERVATION_STATE_OPEN';
    if (!OBSERVATION_STATE.members.includes(state)) throw new Error(`${state} is not a state.`);
    return `"state":"${state}","approvalStatus":"${member}",`;
  }),
].map(piece);

/** Placeholder for the key; no other part of an ORN contains it. */
const KEY = '*';

const UNFLAGGED = piece('"isFlagged":false,');
const FLAGGED = piece('"isFlagged":true,"flaggedAt":"');
const END_OF_TEXT = piece('",');
const VENDOR = piece('"vendor":{"id":"');
const VENDOR_DOMAIN = piece('","domainName":"');
const VENDOR_NAME = piece('","companyName":');
const END_OF_VENDOR = piece('},');
const REGRESSIONS = piece('],"regressionCount":');
const FIRST = piece(',"firstSeen":"');
const LAST = piece('","lastSeen":"');
const RESOLVED = piece('","resolvedAt":"');
const CREATED = piece('","createdAt":"');
const UPDATED = piece('","updatedAt":"');
const NO_REFERENCES = piece('"externalReferences":[],');
const EXTERNAL_REFERENCES = piece('"externalReferences":');
const NOT_ENRICHED = piece('"capec":[]');
const COMMA = piece(',');

/**
 * Writes the JSON of observations from the rendered body and the columns that change. The closing brace is left to the
 * caller, who may add members. Hand-written because it is the hottest loop of the service: fifty rows per call.
 */
export class ObservationRenderer {
  private readonly orn: Piece;
  private readonly view: Piece;
  private readonly group: Piece;
  private readonly groups: Piece;
  private readonly endOfGroup: Piece;

  constructor(
    private readonly seenFrom: View,
    private readonly owner: string,
    private readonly json: JsonWriter,
  ) {
    const { orn, name } = seenFrom;
    const [beforeId, afterId] = printOrn({ view: orn, key: KEY, owner }).split(KEY);
    const [beforeKey, afterKey] = printGroupOrn({ view: orn, key: KEY, owner }).split(KEY);
    this.orn = piece(`{"orn":"${beforeId}`);
    this.view = piece(`${afterId}","view":"OBSERVATION_VIEW_${name}",`);
    this.group = piece(`"groupOrn":"${beforeKey}`);
    this.groups = piece(`${afterKey}","groupOrns":["${beforeKey}`);
    this.endOfGroup = piece(`${afterKey}"`);
  }

  render(row: WireRow): void {
    const { json } = this;
    json
      .piece(this.orn)
      .value(row, COLUMN.id)
      .piece(this.view)
      .piece(STATUS[row.numberOf(COLUMN.status)] as Piece);
    if (row.isNull(COLUMN.flaggedAt)) json.piece(UNFLAGGED);
    else json.piece(FLAGGED).time(row, COLUMN.flaggedAt).piece(END_OF_TEXT);
    if (!row.isNull(COLUMN.vendorId)) {
      json.piece(VENDOR).value(row, COLUMN.vendorId).piece(VENDOR_DOMAIN).value(row, COLUMN.party);
      json.piece(VENDOR_NAME).text(row, COLUMN.vendorName).piece(END_OF_VENDOR);
    }
    json.piece(this.group).uriComponent(row, COLUMN.groupKey);
    json.piece(this.groups).uriComponent(row, COLUMN.groupKey).piece(this.endOfGroup);
    if (!row.isNull(COLUMN.furtherGroupKeys)) json.piece(this.furtherGroups(row));
    json.piece(REGRESSIONS).value(row, COLUMN.regressions);
    json.piece(FIRST).time(row, COLUMN.first).piece(LAST).time(row, COLUMN.last);
    if (!row.isNull(COLUMN.resolved)) json.piece(RESOLVED).time(row, COLUMN.resolved);
    json.piece(CREATED).time(row, COLUMN.created).piece(UPDATED).time(row, COLUMN.updated).piece(END_OF_TEXT);
    json.value(row, COLUMN.decided);
    if (row.isNull(COLUMN.references)) json.piece(NO_REFERENCES);
    else json.piece(EXTERNAL_REFERENCES).value(row, COLUMN.references).piece(COMMA);
    if (row.isNull(COLUMN.enrichment)) json.piece(NOT_ENRICHED);
    else json.value(row, COLUMN.enrichment);
    json.piece(COMMA).value(row, COLUMN.body);
  }

  private furtherGroups(row: WireRow): Piece {
    const keys = (row.textOf(COLUMN.furtherGroupKeys) as string).split(' ');
    return piece(keys.map((key) => `,"${printGroupOrn({ view: this.seenFrom.orn, key, owner: this.owner })}"`).join(''));
  }
}
