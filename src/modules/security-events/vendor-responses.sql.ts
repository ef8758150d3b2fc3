/** Vendors' own responses, and what the organization ($1) recorded on their behalf. Row-level security hides those it may not read. */
export const VENDOR_RESPONSES = `(
    SELECT id, domain, event_id, response_status, message, expected_resolution_at, evidence_urls, recorded_at AS responded_at, false AS is_on_behalf
      FROM vendor_statement
    UNION ALL
    SELECT id, vendor_domain, event_id, response_status, message, NULL, '{}', received_at, true
      FROM vendor_response_on_behalf WHERE organization_id = $1)`;
