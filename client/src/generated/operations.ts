// Written by scripts/write-client.mjs from openapi.json: npm run openapi

import type { Described } from '../described.ts';

/** How each method of the client is called. */
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
  account: {
    whoAmI: ['WhoAmI', 'GET', 'whoami', 'call', '', false],
  },
  auditEvents: {
    list: ['GetAuditEvents', 'POST', 'audit-events', 'list', 'auditEvents', false],
  },
  changes: {
    list: ['GetChanges', 'POST', 'changes', 'list', 'changes', false],
  },
  credentials: {
    list: ['GetCredentials', 'GET', 'credentials', 'list', 'credentials', false],
    create: ['CreateCredential', 'POST', 'credentials', 'call', '', true],
    rotate: ['RotateCredential', 'POST', 'credentials/{clientId}/rotate', 'call', '', true],
    revoke: ['RevokeCredential', 'POST', 'credentials/{clientId}/revoke', 'call', '', true],
  },
  fourthParties: {
    list: ['GetFourthParties', 'POST', 'avd/fourth-parties', 'list', 'fourthParties', false],
    export: ['ExportFourthParties', 'POST', 'avd/fourth-parties/export', 'stream', '', false],
    getGraph: ['GetFourthPartyGraph', 'GET', 'avd/fourth-parties/graph', 'call', '', false],
    listGroups: ['GetFourthPartyGroups', 'POST', 'avd/fourth-parties/groups', 'list', 'fourthPartyGroups', false],
    listVendors: ['GetFourthPartyVendors', 'POST', 'avd/fourth-parties/vendors', 'list', 'vendors', false],
    getVendorSummary: ['GetVendorSummary', 'POST', 'avd/vendors/summary', 'call', '', false],
  },
  observations: {
    import: ['ImportObservations', 'POST', 'observations/import', 'call', '', true],
    list: ['GetObservations', 'POST', 'observations', 'list', 'observations', false],
    export: ['ExportObservations', 'POST', 'observations/export', 'stream', '', false],
    listGroups: ['GetObservationGroups', 'POST', 'observations/groups', 'list', 'observationGroups', false],
    getActions: ['GetObservationActions', 'POST', 'observations/actions', 'call', '', false],
    exportActions: ['ExportObservationActions', 'POST', 'observations/actions/export', 'stream', '', false],
    flag: ['FlagObservations', 'POST', 'observations/actions/flag', 'call', '', true],
    flagGroups: ['FlagObservationGroups', 'POST', 'observations/actions/flag/groups', 'call', '', true],
    unflag: ['UnflagObservations', 'POST', 'observations/actions/unflag', 'call', '', true],
    unflagGroups: ['UnflagObservationGroups', 'POST', 'observations/actions/unflag/groups', 'call', '', true],
    updateStatus: ['UpdateObservationStatus', 'POST', 'observations/actions/status', 'call', '', true],
    listFilterOptionValues: ['GetObservationFilterOptionValues', 'GET', 'observations/filter-options/values', 'list', 'values', false],
    get: ['GetObservation', 'GET', 'observations/{orn}', 'call', '', false],
    getVendorScores: ['GetVendorScores', 'POST', 'observations/vendor-scores', 'call', '', false],
  },
  questionnaires: {
    list: ['GetQuestionnaires', 'GET', 'questionnaires', 'list', 'questionnaires', false],
    create: ['CreateQuestionnaire', 'POST', 'questionnaires', 'call', '', true],
    listTemplates: ['GetQuestionnaireTemplates', 'GET', 'questionnaires/templates', 'list', 'templates', false],
    get: ['GetQuestionnaire', 'GET', 'questionnaires/{id}', 'call', '', false],
  },
  securityEvents: {
    list: ['GetSecurityEvents', 'POST', 'security-events/feed', 'list', 'securityEvents', false],
    export: ['ExportSecurityEvents', 'POST', 'security-events/export', 'stream', '', false],
    get: ['GetSecurityEvent', 'GET', 'security-events/event', 'call', '', false],
    listImpactedCompanies: ['GetSecurityEventImpactedCompanies', 'POST', 'security-events/impacted-companies', 'list', 'companies', false],
    getVendorDetail: ['GetSecurityEventVendorDetail', 'GET', 'security-events/vendor-detail', 'call', '', false],
    getActions: ['GetSecurityEventActions', 'POST', 'security-events/actions', 'call', '', false],
    recordVendorResponse: ['RecordVendorResponse', 'POST', 'security-events/actions/vendor-response', 'call', '', true],
    recordVendorResponseOnBehalf: [
      'RecordVendorResponseOnBehalf',
      'POST',
      'security-events/actions/vendor-response-on-behalf',
      'call',
      '',
      true,
    ],
    sendVrmRequest: ['SendVrmRequest', 'POST', 'security-events/actions/vrm-request', 'call', '', true],
  },
  vendorGroups: {
    list: ['GetVendorGroups', 'GET', 'vendors/groups', 'list', 'vendorGroups', false],
    create: ['CreateVendorGroup', 'POST', 'vendors/groups', 'call', '', true],
    get: ['GetVendorGroup', 'GET', 'vendors/groups/{groupId}', 'call', '', false],
    update: ['UpdateVendorGroup', 'PATCH', 'vendors/groups/{groupId}', 'call', '', false],
    delete: ['DeleteVendorGroup', 'DELETE', 'vendors/groups/{groupId}', 'call', '', false],
    addVendorToGroup: ['AddVendorToGroup', 'POST', 'vendors/groups/{groupId}/vendors', 'call', '', true],
    removeVendorFromGroup: ['RemoveVendorFromGroup', 'POST', 'vendors/groups/{groupId}/vendors/remove', 'call', '', true],
  },
  vendors: {
    list: ['GetVendors', 'POST', 'vendors', 'list', 'vendors', false],
    export: ['ExportVendors', 'POST', 'vendors/export', 'stream', '', false],
    create: ['CreateVendor', 'POST', 'vendors/create', 'call', '', true],
    bulkCreate: ['BulkCreateVendors', 'POST', 'vendors/bulk-create', 'call', '', true],
    bulkOffboard: ['BulkOffboardVendors', 'POST', 'vendors/bulk-offboard', 'call', '', true],
    bulkDelete: ['BulkDeleteVendors', 'POST', 'vendors/bulk-delete', 'call', '', true],
    bulkUpsertFromCsv: ['BulkUpsertVendorsFromCsv', 'POST', 'vendors/bulk-upsert-csv', 'call', '', true],
    get: ['GetVendor', 'GET', 'vendors/{id}', 'call', '', false],
    update: ['UpdateVendor', 'PATCH', 'vendors/{id}', 'call', '', false],
  },
};
