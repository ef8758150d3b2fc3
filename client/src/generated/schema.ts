// Written by scripts/write-client.mjs from openapi.json: npm run openapi
export interface paths {
    "/public/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["WhoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questions/exploited-vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetExploitedVendors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questions/unanswered-companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetUnansweredCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questions/vendor-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetVendorChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questions/fourth-party-outage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetFourthPartyOutage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetAuditEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/avd/fourth-parties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetFourthParties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/avd/fourth-parties/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ExportFourthParties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/avd/fourth-parties/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetFourthPartyGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/avd/fourth-parties/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetFourthPartyGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/avd/fourth-parties/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetFourthPartyVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/avd/vendors/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetVendorSummary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetCredentials"];
        put?: never;
        post: operations["CreateCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/credentials/{clientId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RotateCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/credentials/{clientId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RevokeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ImportObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/monitoring/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetMonitoringRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/monitoring/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RunMonitoring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ExportObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetObservationGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetObservationActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ExportObservationActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/filter-options/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetObservationFilterOptionValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/{orn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetObservation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/flag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FlagObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/flag/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["FlagObservationGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/unflag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UnflagObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/unflag/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UnflagObservationGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UpdateObservationStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/annotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AnnotateObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/actions/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AssignObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/portfolio/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetPortfolioSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetQuestionnaires"];
        put?: never;
        post: operations["CreateQuestionnaire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetQuestionnaireTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetReceivedQuestionnaires"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetQuestionnaire"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SendQuestionnaire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/{id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["AnswerQuestionnaire"];
        trace?: never;
    };
    "/public/v1/questionnaires/{id}/answers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ImportQuestionnaireAnswers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SubmitQuestionnaire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/questionnaires/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReviewQuestionnaire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/remediation-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetRemediationPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateRemediationPolicy"];
        trace?: never;
    };
    "/public/v1/observations/vendor-scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetVendorScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/vendor-scores/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetVendorScoreHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/vendor-scores/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetScorePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/observations/vendor-scores/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetScoreReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetSecurityEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ExportSecurityEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetSecurityEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/impacted-companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetSecurityEventImpactedCompanies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/vendor-detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetSecurityEventVendorDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetSecurityEventActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/actions/vendor-response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RecordVendorResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/actions/vendor-response-on-behalf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RecordVendorResponseOnBehalf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/security-events/actions/vrm-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SendVrmRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetVendorGroups"];
        put?: never;
        post: operations["CreateVendorGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetVendorGroup"];
        put?: never;
        post?: never;
        delete: operations["DeleteVendorGroup"];
        options?: never;
        head?: never;
        patch: operations["UpdateVendorGroup"];
        trace?: never;
    };
    "/public/v1/vendors/groups/{groupId}/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AddVendorToGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/groups/{groupId}/vendors/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RemoveVendorFromGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["GetVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ExportVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreateVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/bulk-create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BulkCreateVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/bulk-offboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BulkOffboardVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BulkDeleteVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/bulk-upsert-csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BulkUpsertVendorsFromCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetVendor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateVendor"];
        trace?: never;
    };
    "/public/v1/vendors/{id}/annotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AnnotateVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/vendors/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetVendorActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetWebhooks"];
        put?: never;
        post: operations["CreateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetWebhook"];
        put?: never;
        post?: never;
        delete: operations["DeleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["UpdateWebhook"];
        trace?: never;
    };
    "/public/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["RedeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        WhoAmIOrganization: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /** @example Northwind Insurance */
            name: string;
            /**
             * @description The primary domain: the owner in ORNs.
             * @example northwind-insurance.com
             */
            domain: string;
        };
        /**
         * @description VRM while the organization has an active entitlement, otherwise SELF.
         * @enum {string}
         */
        ObservationView: "OBSERVATION_VIEW_UNSPECIFIED" | "OBSERVATION_VIEW_VRM" | "OBSERVATION_VIEW_SELF";
        WhoAmIRateLimit: {
            /**
             * Format: int32
             * @description Calls allowed per window for the organization. REST and MCP are counted separately.
             * @example 600
             */
            limit: number;
            /**
             * Format: int32
             * @example 60
             */
            windowSeconds: number;
        };
        WhoAmIResult: {
            /** @example vrc_demo */
            clientId: string;
            /** @example Demo credential */
            credentialName: string;
            /**
             * Format: date-time
             * @description When the credential expires. Absent when it does not.
             */
            expiresAt?: string;
            organization: components["schemas"]["WhoAmIOrganization"];
            /** @description Scopes of this token. */
            scopes: string[];
            /** @description VRM while the organization has an active entitlement, otherwise SELF. */
            view: components["schemas"]["ObservationView"];
            rateLimit: components["schemas"]["WhoAmIRateLimit"];
        };
        ReferenceText: {
            /** @example filters/observations */
            topic: string;
            /** @example Filters of GetObservations */
            title: string;
            /** @description Markdown; for tools/ JSON. */
            text: string;
        };
        GetReferenceResult: {
            reference: components["schemas"]["ReferenceText"];
        };
        ExploitedVendor: {
            /**
             * @description Without the VRM entitlement, one of your own domains.
             * @example acme-cloud.com
             */
            vendorDomain: string;
            /** @description Vendor.id. */
            vendorId?: string;
            /** @example Acme Cloud */
            companyName?: string;
            /**
             * Format: int32
             * @description Open observations with an exploited weakness.
             * @example 3
             */
            observationCount: number;
            /**
             * Format: int32
             * @description Those of them that are critical.
             * @example 1
             */
            criticalCount: number;
            /**
             * Format: int32
             * @description Those of them whose weakness ransomware groups use.
             * @example 1
             */
            ransomwareCount: number;
            /**
             * @description The first 20.
             * @example [
             *       "CVE-2021-44228"
             *     ]
             */
            cveIds: string[];
            /**
             * Format: date-time
             * @description When the oldest of them was first seen.
             */
            openSince: string;
        };
        GetExploitedVendorsResult: {
            /**
             * Format: int32
             * @description Vendors with an exploited weakness.
             * @example 7
             */
            totalCount: number;
            /**
             * Format: int32
             * @description Their open observations with an exploited weakness.
             * @example 19
             */
            observationCount: number;
            /** @description Those used by ransomware first, then by critical ones, then by count. */
            exploitedVendors: components["schemas"]["ExploitedVendor"][];
        };
        /** @enum {string} */
        SecurityEventImpact: "SECURITY_EVENT_IMPACT_UNSPECIFIED" | "SECURITY_EVENT_IMPACT_CONFIRMED" | "SECURITY_EVENT_IMPACT_LIKELY" | "SECURITY_EVENT_IMPACT_POSSIBLE" | "SECURITY_EVENT_IMPACT_MITIGATED" | "SECURITY_EVENT_IMPACT_NOT_IMPACTED";
        UnansweredCompany: {
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @example Acme Cloud */
            companyName: string;
            impact: components["schemas"]["SecurityEventImpact"];
            /**
             * Format: date-time
             * @description When the answer to your latest request is due.
             */
            requestDueAt?: string;
            /** @description Whether that time has passed. */
            isOverdue?: boolean;
        };
        GetUnansweredCompaniesResult: {
            /**
             * Format: int32
             * @description Vendors that have not answered your request.
             * @example 4
             */
            askedCount: number;
            /**
             * Format: int32
             * @description Vendors that are or may be impacted, have not responded, and that you have not asked.
             * @example 2
             */
            notAskedCount: number;
            /** @description By due date, the first 50. */
            asked: components["schemas"]["UnansweredCompany"][];
            /** @description By impact, the first 50. */
            notAsked: components["schemas"]["UnansweredCompany"][];
        };
        /** @enum {string} */
        TotalCountType: "TOTAL_COUNT_TYPE_UNSPECIFIED" | "TOTAL_COUNT_TYPE_EXACT" | "TOTAL_COUNT_TYPE_LOWER_BOUND";
        ScoreMove: {
            /**
             * Format: int32
             * @description On the first day of the period that has a score. Higher is safer.
             * @example 81
             */
            from: number;
            /**
             * Format: int32
             * @description Today.
             * @example 73
             */
            to: number;
        };
        /** @enum {string} */
        ObservationSeverity: "OBSERVATION_SEVERITY_UNSPECIFIED" | "OBSERVATION_SEVERITY_INFO" | "OBSERVATION_SEVERITY_LOW" | "OBSERVATION_SEVERITY_MEDIUM" | "OBSERVATION_SEVERITY_HIGH" | "OBSERVATION_SEVERITY_CRITICAL";
        ChangedObservation: {
            orn: string;
            title: string;
            severity: components["schemas"]["ObservationSeverity"];
        };
        /** @enum {string} */
        SecurityEventSeverity: "SECURITY_EVENT_SEVERITY_UNSPECIFIED" | "SECURITY_EVENT_SEVERITY_INFO" | "SECURITY_EVENT_SEVERITY_LOW" | "SECURITY_EVENT_SEVERITY_MEDIUM" | "SECURITY_EVENT_SEVERITY_HIGH" | "SECURITY_EVENT_SEVERITY_CRITICAL";
        EventOfVendor: {
            eventId: string;
            title: string;
            severity: components["schemas"]["SecurityEventSeverity"];
            /** Format: date-time */
            publishedAt: string;
        };
        /** @enum {string} */
        FourthPartyConnectionType: "FOURTH_PARTY_CONNECTION_TYPE_UNSPECIFIED" | "FOURTH_PARTY_CONNECTION_TYPE_HOSTING" | "FOURTH_PARTY_CONNECTION_TYPE_CDN" | "FOURTH_PARTY_CONNECTION_TYPE_DNS" | "FOURTH_PARTY_CONNECTION_TYPE_EMAIL" | "FOURTH_PARTY_CONNECTION_TYPE_CERTIFICATE_AUTHORITY" | "FOURTH_PARTY_CONNECTION_TYPE_JAVASCRIPT" | "FOURTH_PARTY_CONNECTION_TYPE_SAAS" | "FOURTH_PARTY_CONNECTION_TYPE_IDENTITY" | "FOURTH_PARTY_CONNECTION_TYPE_ANALYTICS" | "FOURTH_PARTY_CONNECTION_TYPE_OTHER";
        NewFourthParty: {
            /** @example cloudflare.com */
            domain: string;
            /** @example Cloudflare */
            companyName: string;
            connectionTypes: components["schemas"]["FourthPartyConnectionType"][];
        };
        GetVendorChangesResult: {
            /** @description Vendor.id. */
            vendorId: string;
            /**
             * Format: int64
             * @description Observations recorded since then, open or resolved. Counted up to 10,000.
             * @example 5
             */
            openedCount: string;
            openedCountType: components["schemas"]["TotalCountType"];
            /**
             * Format: int64
             * @description Observations resolved since then. Counted up to 10,000.
             * @example 2
             */
            resolvedCount: string;
            resolvedCountType: components["schemas"]["TotalCountType"];
            /** @description Absent without a score. */
            score?: components["schemas"]["ScoreMove"];
            /**
             * Format: int32
             * @description Security events published since then. Needs security-events.read, as do the events.
             * @example 1
             */
            securityEventCount?: number;
            /**
             * Format: int32
             * @description Fourth parties first seen since then. Needs avd.read, as do the fourth parties.
             * @example 1
             */
            newFourthPartyCount?: number;
            /** @description Newest first, the first 20, as in every list here. */
            opened: components["schemas"]["ChangedObservation"][];
            resolved: components["schemas"]["ChangedObservation"][];
            securityEvents?: components["schemas"]["EventOfVendor"][];
            newFourthParties?: components["schemas"]["NewFourthParty"][];
        };
        FourthParty: {
            /**
             * @description The domain its customers know it by.
             * @example cloudflare.com
             */
            domain: string;
            /** @example Cloudflare */
            companyName: string;
            /** @description Whether a vendor with exactly this domain is in your portfolio. */
            isInDirectory: boolean;
        };
        DependentVendor: {
            /** @example acme.com */
            vendorDomain: string;
            /** @example Acme */
            companyName: string;
            /** @description Critical business impact or risk level. */
            isCritical: boolean;
            /** @description What it uses the fourth party for. */
            connectionTypes: components["schemas"]["FourthPartyConnectionType"][];
        };
        GetFourthPartyOutageResult: {
            fourthParty: components["schemas"]["FourthParty"];
            /**
             * Format: int32
             * @description Vendors of the portfolio that use it now.
             * @example 37
             */
            connectedVendorCount: number;
            /** @example 46.25 */
            percentOfPortfolio: number;
            /**
             * Format: int32
             * @example 5
             */
            criticalVendorCount: number;
            /**
             * Format: int32
             * @description Open security events that name it as a victim.
             * @example 1
             */
            openSecurityEventCount: number;
            /**
             * @example [
             *       "Google Workspace"
             *     ]
             */
            products: string[];
            /** @description Critical ones first, the first 50. */
            vendors: components["schemas"]["DependentVendor"][];
        };
        /** @enum {string} */
        AuditOutcome: "AUDIT_OUTCOME_UNSPECIFIED" | "AUDIT_OUTCOME_SUCCEEDED" | "AUDIT_OUTCOME_REFUSED";
        OccurredRange: {
            /**
             * Format: date-time
             * @description Inclusive.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            endTime?: string;
        };
        AuditEventFilters: {
            /** @description Ids of actors: client ids, or accounts of operators. */
            actors?: string[];
            /**
             * @description Operations or admin commands.
             * @example [
             *       "UpdateVendor"
             *     ]
             */
            operations?: string[];
            /** @description Events about one of these objects, among the listed targets. */
            targetIds?: string[];
            outcomes?: components["schemas"]["AuditOutcome"][];
            /**
             * @example [
             *       "203.0.113.7"
             *     ]
             */
            sourceAddresses?: string[];
            occurredRange?: components["schemas"]["OccurredRange"];
        };
        GetAuditEventsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            filters?: components["schemas"]["AuditEventFilters"];
            /** @description Names of the fields to return; unset or *: all. Always returned: id. */
            fields?: ("id" | "occurredAt" | "actor" | "surface" | "operation" | "requestId" | "targets" | "targetCount" | "changes" | "outcome" | "reason" | "occurrences" | "*")[];
        };
        /** @enum {string} */
        ActorType: "ACTOR_TYPE_UNSPECIFIED" | "ACTOR_TYPE_API_CLIENT" | "ACTOR_TYPE_ADMIN" | "ACTOR_TYPE_SYSTEM" | "ACTOR_TYPE_LINK";
        AuditActor: {
            /** @example ACTOR_TYPE_API_CLIENT */
            type: components["schemas"]["ActorType"];
            /**
             * @description The client id, or the account of the operator.
             * @example vrc_5f2c9a
             */
            id?: string;
            /** @example SIEM export */
            displayName: string;
            /** @example vrc_5f2c9a */
            credentialId?: string;
            /**
             * @description The address the call came from.
             * @example 203.0.113.7
             */
            sourceAddress?: string;
        };
        /** @enum {string} */
        AuditSurface: "AUDIT_SURFACE_UNSPECIFIED" | "AUDIT_SURFACE_REST" | "AUDIT_SURFACE_MCP" | "AUDIT_SURFACE_ADMIN" | "AUDIT_SURFACE_SYSTEM" | "AUDIT_SURFACE_LINK";
        AuditTarget: {
            /** @example vendor */
            type: string;
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /** @example acme-cloud.com */
            displayName?: string;
        };
        AuditChange: {
            /** @example riskLevel */
            field: string;
            /**
             * @description Absent when there was none. Contact data and secrets are masked.
             * @example RISK_LEVEL_LOW
             */
            before?: string;
            /** @example RISK_LEVEL_HIGH */
            after?: string;
        };
        AuditEvent: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /**
             * Format: date-time
             * @description When it took effect. Never before the previous event.
             * @example 2026-11-02T09:30:00.000Z
             */
            occurredAt: string;
            actor: components["schemas"]["AuditActor"];
            /** @example AUDIT_SURFACE_REST */
            surface: components["schemas"]["AuditSurface"];
            /**
             * @description The operation or the admin command.
             * @example UpdateVendor
             */
            operation: string;
            /**
             * @description X-Request-Id of the call.
             * @example req_5b0f6a3e
             */
            requestId?: string;
            /** @description What was changed: the first 100. */
            targets: components["schemas"]["AuditTarget"][];
            /**
             * Format: int32
             * @description How many objects were changed.
             * @example 1
             */
            targetCount: number;
            /** @description Of a single object; for imports, their counts. */
            changes: components["schemas"]["AuditChange"][];
            /** @example AUDIT_OUTCOME_SUCCEEDED */
            outcome: components["schemas"]["AuditOutcome"];
            /**
             * @description Why it was refused.
             * @example SCOPE_MISSING
             */
            reason?: string;
            /**
             * Format: int32
             * @description Number of equal refusals within a minute.
             * @example 1
             */
            occurrences: number;
        };
        GetAuditEventsResult: {
            /** @description Newest first. */
            auditEvents: components["schemas"]["AuditEvent"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        /** @enum {string} */
        FourthPartyStatus: "FOURTH_PARTY_STATUS_UNSPECIFIED" | "FOURTH_PARTY_STATUS_NEW" | "FOURTH_PARTY_STATUS_ACTIVE" | "FOURTH_PARTY_STATUS_INACTIVE";
        FirstSeenRange: {
            /**
             * Format: date-time
             * @description Inclusive.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            endTime?: string;
        };
        FourthPartyFilters: {
            /**
             * @description Part of a domain or company name, case-insensitive.
             * @example cloud
             */
            query?: string;
            /**
             * @example [
             *       "acme.com"
             *     ]
             */
            vendorDomains?: string[];
            /**
             * @example [
             *       "cloudflare.com"
             *     ]
             */
            fourthPartyDomains?: string[];
            statuses?: components["schemas"]["FourthPartyStatus"][];
            connectionTypes?: components["schemas"]["FourthPartyConnectionType"][];
            /** @description Vendors in one of these groups. */
            vendorGroupIds?: string[];
            /** @description Whether the fourth party itself is a vendor in your portfolio. */
            isInDirectory?: boolean;
            firstSeenRange?: components["schemas"]["FirstSeenRange"];
        };
        /**
         * @description Unset: ascending for domains, descending otherwise.
         * @enum {string}
         */
        SortOrder: "SORT_ORDER_UNSPECIFIED" | "SORT_ORDER_ASC" | "SORT_ORDER_DESC";
        GetFourthPartiesRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            filters?: components["schemas"]["FourthPartyFilters"];
            /**
             * @description Unset: vendorDomain, which never changes. When sorted by firstSeen, lastSeen or confidence, paging can miss a row that moves in between.
             * @example vendorDomain
             * @enum {string}
             */
            sortField?: "vendorDomain" | "fourthPartyDomain" | "firstSeen" | "lastSeen" | "confidence";
            /** @description Unset: ascending for domains, descending otherwise. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Names of the fields to return; unset or *: all. Always returned: vendor, fourthParty. */
            fields?: ("vendor" | "fourthParty" | "status" | "connectionTypes" | "products" | "confidence" | "evidenceCount" | "evidence" | "firstSeen" | "lastSeen" | "*")[];
        };
        PortfolioVendor: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /** @example acme.com */
            domainName: string;
            /** @example Acme */
            companyName: string;
        };
        /**
         * @description Confidence of the strongest evidence.
         * @enum {string}
         */
        FourthPartyConfidence: "FOURTH_PARTY_CONFIDENCE_UNSPECIFIED" | "FOURTH_PARTY_CONFIDENCE_POSSIBLE" | "FOURTH_PARTY_CONFIDENCE_LIKELY" | "FOURTH_PARTY_CONFIDENCE_CONFIRMED";
        /** @enum {string} */
        FourthPartyEvidenceType: "FOURTH_PARTY_EVIDENCE_TYPE_UNSPECIFIED" | "FOURTH_PARTY_EVIDENCE_TYPE_A" | "FOURTH_PARTY_EVIDENCE_TYPE_AAAA" | "FOURTH_PARTY_EVIDENCE_TYPE_CNAME" | "FOURTH_PARTY_EVIDENCE_TYPE_MX" | "FOURTH_PARTY_EVIDENCE_TYPE_NS" | "FOURTH_PARTY_EVIDENCE_TYPE_TXT" | "FOURTH_PARTY_EVIDENCE_TYPE_CAA" | "FOURTH_PARTY_EVIDENCE_TYPE_SOA" | "FOURTH_PARTY_EVIDENCE_TYPE_RESOURCE";
        FourthPartyEvidence: {
            recordType: components["schemas"]["FourthPartyEvidenceType"];
            /**
             * @description The vendor's host with the record, or the host of its page.
             * @example www.acme.com
             */
            record: string;
            /** @example acme.com.cdn.cloudflare.net */
            value: string;
            /** @description Names between the record and the value: aliases or SPF includes. */
            via?: string[];
            /** Format: date-time */
            seenAt: string;
        };
        FourthPartyRelationship: {
            vendor: components["schemas"]["PortfolioVendor"];
            fourthParty: components["schemas"]["FourthParty"];
            /** @description NEW: first seen in the last 30 days. INACTIVE: not seen in the latest detection of the vendor. */
            status: components["schemas"]["FourthPartyStatus"];
            connectionTypes: components["schemas"]["FourthPartyConnectionType"][];
            /**
             * @example [
             *       "Cloudflare CDN",
             *       "Cloudflare DNS"
             *     ]
             */
            products: string[];
            /** @description Confidence of the strongest evidence. */
            confidence: components["schemas"]["FourthPartyConfidence"];
            /**
             * Format: int32
             * @description Stored pieces of evidence, at most 50 from DNS and 50 from pages.
             * @example 3
             */
            evidenceCount: number;
            evidence: components["schemas"]["FourthPartyEvidence"][];
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
        };
        GetFourthPartiesResult: {
            fourthParties: components["schemas"]["FourthPartyRelationship"][];
            /**
             * Format: int32
             * @description Matching relationships.
             * @example 212
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        /**
         * @description Unset: JSONL.
         * @enum {string}
         */
        ExportFormat: "EXPORT_FORMAT_UNSPECIFIED" | "EXPORT_FORMAT_JSONL" | "EXPORT_FORMAT_CSV" | "EXPORT_FORMAT_PARQUET";
        ExportFourthPartiesRequest: {
            /** @description Unset: JSONL. */
            format?: components["schemas"]["ExportFormat"];
            filters?: components["schemas"]["FourthPartyFilters"];
            /** @description Names of the fields to return; unset or *: all. Always returned: vendor, fourthParty. */
            fields?: ("vendor" | "fourthParty" | "status" | "connectionTypes" | "products" | "confidence" | "evidenceCount" | "evidence" | "firstSeen" | "lastSeen" | "*")[];
        };
        /** @enum {string} */
        FourthPartyNodeKind: "FOURTH_PARTY_NODE_KIND_UNSPECIFIED" | "FOURTH_PARTY_NODE_KIND_VENDOR" | "FOURTH_PARTY_NODE_KIND_FOURTH_PARTY";
        FourthPartyGraphNode: {
            /** @example fourth-party:cloudflare.com */
            id: string;
            kind: components["schemas"]["FourthPartyNodeKind"];
            /** @example cloudflare.com */
            domain: string;
            /** @example Cloudflare */
            companyName: string;
            /**
             * Format: int32
             * @description Connections that match the request, on all pages.
             * @example 37
             */
            connectionCount: number;
            /** @description Vendors only: critical business impact or risk level. */
            isCritical?: boolean;
            /**
             * Format: int32
             * @description Fourth parties only: connected vendors that are critical.
             * @example 5
             */
            criticalVendorCount?: number;
            /**
             * Format: int32
             * @description Fourth parties only: open security events that name it as a victim.
             * @example 1
             */
            openSecurityEventCount?: number;
            /** @description Fourth parties only: whether it is a vendor in your portfolio. */
            isInDirectory?: boolean;
        };
        FourthPartyGraphEdge: {
            /**
             * @description Id of the vendor.
             * @example vendor:acme.com
             */
            source: string;
            /**
             * @description Id of the fourth party.
             * @example fourth-party:cloudflare.com
             */
            target: string;
            status: components["schemas"]["FourthPartyStatus"];
            connectionTypes: components["schemas"]["FourthPartyConnectionType"][];
            confidence: components["schemas"]["FourthPartyConfidence"];
        };
        GetFourthPartyGraphResult: {
            /** @description Fourth parties by number of connections, then vendors. */
            nodes: components["schemas"]["FourthPartyGraphNode"][];
            /** @description All edges between the nodes of this page. */
            edges: components["schemas"]["FourthPartyGraphEdge"][];
            /**
             * Format: int32
             * @description Matching fourth parties.
             * @example 58
             */
            totalCount: number;
            /**
             * Format: int32
             * @description Vendors connected to this page's fourth parties, shown or not.
             * @example 80
             */
            connectedVendorCount: number;
            /** @description Continues with the next fourth parties. Absent on the last page. */
            nextCursor?: string;
        };
        GetFourthPartyGroupsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            /** @description Which relationships count; unset statuses mean NEW and ACTIVE. query matches the fourth party only. */
            filters?: components["schemas"]["FourthPartyFilters"];
            /**
             * @description Unset: connectedVendorCount. When sorted by a value that changes, paging can miss a group that moves in between.
             * @example connectedVendorCount
             * @enum {string}
             */
            sortField?: "connectedVendorCount" | "criticalVendorCount" | "openSecurityEventCount" | "fourthPartyDomain" | "companyName" | "firstSeen" | "lastSeen";
            /** @description Unset: ascending for names, descending otherwise. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Names of the fields to return; unset or *: all. Always returned: fourthParty. */
            fields?: ("fourthParty" | "connectedVendorCount" | "percentOfPortfolio" | "criticalVendorCount" | "connectionTypes" | "products" | "topVendors" | "openSecurityEventCount" | "firstSeen" | "lastSeen" | "*")[];
        };
        FourthPartyGroup: {
            fourthParty: components["schemas"]["FourthParty"];
            /**
             * Format: int32
             * @description Connected vendors of the portfolio that match the request.
             * @example 37
             */
            connectedVendorCount: number;
            /**
             * @description Those vendors as a share of the portfolio, which excludes offboarded vendors.
             * @example 46.25
             */
            percentOfPortfolio: number;
            /**
             * Format: int32
             * @description Those of them with critical business impact or risk level.
             * @example 5
             */
            criticalVendorCount: number;
            connectionTypes: components["schemas"]["FourthPartyConnectionType"][];
            /**
             * @example [
             *       "Cloudflare CDN",
             *       "Cloudflare DNS"
             *     ]
             */
            products: string[];
            /** @description The most important connected vendors, by business impact, then risk level. */
            topVendors: components["schemas"]["PortfolioVendor"][];
            /**
             * Format: int32
             * @description Security events that name the fourth party as a victim and are neither RESOLVED nor CLOSED.
             * @example 1
             */
            openSecurityEventCount: number;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
        };
        GetFourthPartyGroupsResult: {
            fourthPartyGroups: components["schemas"]["FourthPartyGroup"][];
            /**
             * Format: int32
             * @description Matching fourth parties.
             * @example 58
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        GetFourthPartyVendorsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            filters?: components["schemas"]["FourthPartyFilters"];
            /**
             * @description Unset: vendorDomain, which never changes. When sorted by firstSeen, lastSeen or confidence, paging can miss a row that moves in between.
             * @example vendorDomain
             * @enum {string}
             */
            sortField?: "vendorDomain" | "fourthPartyDomain" | "firstSeen" | "lastSeen" | "confidence";
            /** @description Unset: ascending for domains, descending otherwise. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Names of the fields to return; unset or *: all. Always returned: vendor, fourthParty. */
            fields?: ("vendor" | "fourthParty" | "status" | "connectionTypes" | "products" | "confidence" | "evidenceCount" | "evidence" | "firstSeen" | "lastSeen" | "*")[];
            /**
             * @description Domain of the fourth party.
             * @example cloudflare.com
             */
            fourthPartyDomain: string;
        };
        GetFourthPartyVendorsResult: {
            /** @description Each vendor with its use of the fourth party. */
            vendors: components["schemas"]["FourthPartyRelationship"][];
            /**
             * Format: int32
             * @description Matching vendors.
             * @example 37
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        GetVendorSummaryRequest: {
            /**
             * @description Domain of a vendor in the portfolio.
             * @example acme.com
             */
            vendorDomain: string;
            /**
             * Format: int32
             * @description Count only relationships seen in the last days, this many. Unset: all time. lastDetectionAt shows whether there was a detection in that time.
             * @example 90
             */
            lookbackDays?: number;
        };
        FourthPartyCounts: {
            /**
             * Format: int32
             * @description The sum of new, active and inactive.
             * @example 14
             */
            total: number;
            /**
             * Format: int32
             * @description First seen in the last 30 days.
             * @example 2
             */
            new: number;
            /**
             * Format: int32
             * @example 11
             */
            active: number;
            /**
             * Format: int32
             * @description Not seen in the latest detection.
             * @example 1
             */
            inactive: number;
        };
        ConnectionTypeCount: {
            connectionType: components["schemas"]["FourthPartyConnectionType"];
            /**
             * Format: int32
             * @description New and active fourth parties with this connection type. A fourth party can have several.
             * @example 3
             */
            count: number;
        };
        VendorFourthPartySummary: {
            vendor: components["schemas"]["PortfolioVendor"];
            fourthPartyCounts: components["schemas"]["FourthPartyCounts"];
            /**
             * Format: int32
             * @description Other vendors of the portfolio that share a new or active fourth party with this one.
             * @example 41
             */
            companyConnectionCount: number;
            /**
             * Format: int32
             * @description New and active fourth parties that other vendors of the portfolio use too.
             * @example 6
             */
            sharedFourthPartyCount: number;
            /** @description Only types that occur. */
            countsByConnectionType: components["schemas"]["ConnectionTypeCount"][];
            /**
             * Format: date-time
             * @description Time of the latest imported record of the vendor; absent if there is none.
             */
            lastDetectionAt?: string;
        };
        GetVendorSummaryResult: {
            summary: components["schemas"]["VendorFourthPartySummary"];
        };
        /**
         * @description How the client authenticates at the token endpoint.
         * @enum {string}
         */
        CredentialAuthentication: "CREDENTIAL_AUTHENTICATION_UNSPECIFIED" | "CREDENTIAL_AUTHENTICATION_CLIENT_SECRET" | "CREDENTIAL_AUTHENTICATION_PRIVATE_KEY_JWT";
        Credential: {
            /** @example vrc_example */
            clientId: string;
            /** @example SIEM export */
            name: string;
            /**
             * @example [
             *       "findings.read"
             *     ]
             */
            scopes: string[];
            /** @description How the client authenticates at the token endpoint. */
            authentication: components["schemas"]["CredentialAuthentication"];
            /**
             * @description Networks or addresses that calls may come from, IPv4 and IPv6. Unset: from everywhere that the organization allows.
             * @example [
             *       "192.0.2.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedNetworks?: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Absent when it does not expire.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description To the minute, up to ten seconds late. Absent if never used.
             */
            lastUsedAt?: string;
            /** @example 192.0.2.7 */
            lastUsedAddress?: string;
            /** Format: date-time */
            rotatedAt?: string;
            /**
             * Format: date-time
             * @description Until then the previous secret or keys work too.
             */
            previousValidUntil?: string;
            /** Format: date-time */
            revokedAt?: string;
        };
        GetCredentialsResult: {
            /** @description Newest first, revoked ones included. */
            credentials: components["schemas"]["Credential"][];
            /**
             * Format: int32
             * @description Credentials of the organization.
             * @example 4
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        CreateCredentialRequest: {
            /**
             * @description What it is for.
             * @example SIEM export
             */
            name: string;
            /**
             * @description Scopes that the calling token holds itself.
             * @example [
             *       "findings.read",
             *       "vendor-directory.read"
             *     ]
             */
            scopes: string[];
            /** @description An RFC 3339 date-time, or a date for the end of that day (UTC). In the future, and not after the calling credential. Unset: as the calling credential. */
            expiresAt?: string;
            /**
             * @description Networks within those of the calling credential. Unset: the same ones. Networks or addresses that calls may come from, IPv4 and IPv6. Unset: from everywhere that the organization allows.
             * @example [
             *       "192.0.2.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedNetworks?: string[];
            /** @description Public keys (RFC 7517) that verify the assertions of the client (private_key_jwt); it gets no secret then. */
            jwks?: {
                keys?: {
                    [key: string]: unknown;
                }[];
            };
        };
        CreateCredentialResult: {
            credential: components["schemas"]["Credential"];
            /**
             * @description Shown only in this answer. Absent when the client authenticates with its own keys.
             * @example vrs_…
             */
            clientSecret?: string;
        };
        RotateCredentialRequest: {
            /**
             * Format: int32
             * @description How long the old secret or keys, and their tokens, stay valid: at most 30 days. Unset or 0: they end at once.
             * @example 86400
             */
            overlapSeconds?: number;
            /** @description An RFC 3339 date-time, or a date for the end of that day (UTC). A new expiry, in the future and not after the calling credential. Unset: unchanged. */
            expiresAt?: string;
            /** @description The new public keys, for a credential that has keys. */
            jwks?: {
                keys?: {
                    [key: string]: unknown;
                }[];
            };
        };
        RotateCredentialResult: {
            credential: components["schemas"]["Credential"];
            /**
             * @description Shown only in this answer. Absent when the client authenticates with its own keys.
             * @example vrs_…
             */
            clientSecret?: string;
        };
        RevokeCredentialRequest: Record<string, never>;
        RevokeCredentialResult: {
            credential: components["schemas"]["Credential"];
        };
        /**
         * @description Each needs its read scope. Unset: all that the token may read. Do not change them while you follow a cursor.
         * @enum {string}
         */
        ChangeResourceType: "CHANGE_RESOURCE_TYPE_UNSPECIFIED" | "CHANGE_RESOURCE_TYPE_OBSERVATION" | "CHANGE_RESOURCE_TYPE_VENDOR" | "CHANGE_RESOURCE_TYPE_VENDOR_GROUP" | "CHANGE_RESOURCE_TYPE_SECURITY_EVENT" | "CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT" | "CHANGE_RESOURCE_TYPE_FOURTH_PARTY" | "CHANGE_RESOURCE_TYPE_QUESTIONNAIRE" | "CHANGE_RESOURCE_TYPE_VENDOR_SCORE";
        /**
         * @description Where to begin without a cursor. Unset: BEGINNING.
         * @enum {string}
         */
        ChangeStart: "CHANGE_START_UNSPECIFIED" | "CHANGE_START_BEGINNING" | "CHANGE_START_NOW";
        GetChangesRequest: {
            /** @description Each needs its read scope. Unset: all that the token may read. Do not change them while you follow a cursor. */
            resourceTypes?: components["schemas"]["ChangeResourceType"][];
            /** @description nextCursor of the previous call. Valid for 30 days. */
            cursor?: string;
            /** @description Where to begin without a cursor. Unset: BEGINNING. */
            start?: components["schemas"]["ChangeStart"];
            /**
             * Format: int32
             * @description Changes per page: 50 when unset or 0, at most 200 (more is clamped).
             * @example 50
             */
            limit?: number;
            /** @description Names of the fields to return; unset or *: all. Always returned: resourceType, id. */
            fields?: ("resourceType" | "id" | "changeType" | "changedAt" | "observation" | "vendor" | "vendorGroup" | "securityEvent" | "securityEventImpact" | "fourthParty" | "questionnaire" | "vendorScore" | "*")[];
        };
        /** @enum {string} */
        ObservationCategory: "OBSERVATION_CATEGORY_UNSPECIFIED" | "OBSERVATION_CATEGORY_VULNERABILITY" | "OBSERVATION_CATEGORY_PATCHING_CADENCE" | "OBSERVATION_CATEGORY_NETWORK_SECURITY" | "OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY" | "OBSERVATION_CATEGORY_ENCRYPTION" | "OBSERVATION_CATEGORY_DNS_HEALTH" | "OBSERVATION_CATEGORY_EMAIL_SECURITY" | "OBSERVATION_CATEGORY_ENDPOINT_SECURITY" | "OBSERVATION_CATEGORY_IP_REPUTATION" | "OBSERVATION_CATEGORY_MALWARE_INFECTION" | "OBSERVATION_CATEGORY_LEAKED_CREDENTIALS" | "OBSERVATION_CATEGORY_DATA_LEAK" | "OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE" | "OBSERVATION_CATEGORY_CLOUD_MISCONFIGURATION";
        /** @enum {string} */
        ObservationConfidence: "OBSERVATION_CONFIDENCE_UNSPECIFIED" | "OBSERVATION_CONFIDENCE_POSSIBLE" | "OBSERVATION_CONFIDENCE_LIKELY" | "OBSERVATION_CONFIDENCE_CONFIRMED";
        /**
         * @description RESOLVED exactly when approvalStatus is RESOLVED or EXCLUDED.
         * @enum {string}
         */
        ObservationState: "OBSERVATION_STATE_UNSPECIFIED" | "OBSERVATION_STATE_OPEN" | "OBSERVATION_STATE_RESOLVED";
        /** @enum {string} */
        ApprovalStatus: "APPROVAL_STATUS_UNSPECIFIED" | "APPROVAL_STATUS_BACKLOG" | "APPROVAL_STATUS_TRIAGED_INTERNAL" | "APPROVAL_STATUS_TRIAGED_EXTERNAL" | "APPROVAL_STATUS_RESOLVED" | "APPROVAL_STATUS_EXCLUDED";
        ExternalReference: {
            /** @example Jira */
            system: string;
            /** @example SEC-1042 */
            key: string;
            /**
             * Format: uri
             * @example https://northwind.example/browse/SEC-1042
             */
            url?: string;
        };
        ObservationVendor: {
            id: string;
            /** @example acme-cloud.com */
            domainName: string;
            /** @example Acme Cloud */
            companyName: string;
        };
        /** @enum {string} */
        AssetType: "ASSET_TYPE_UNSPECIFIED" | "ASSET_TYPE_IP_PORT" | "ASSET_TYPE_URL" | "ASSET_TYPE_DNS" | "ASSET_TYPE_CREDENTIALS";
        /** @enum {string} */
        AssetIpPortProtocol: "ASSET_IP_PORT_PROTOCOL_UNSPECIFIED" | "ASSET_IP_PORT_PROTOCOL_TCP" | "ASSET_IP_PORT_PROTOCOL_UDP";
        AssetIpPort: {
            /**
             * @description IPv4 or IPv6.
             * @example 203.0.113.7
             */
            address: string;
            /**
             * Format: int64
             * @description 0 to 65535; 0 when not applicable.
             * @example 443
             */
            port: string;
            protocol: components["schemas"]["AssetIpPortProtocol"];
        };
        /** @enum {string} */
        AssetDnsType: "ASSET_DNS_TYPE_UNSPECIFIED" | "ASSET_DNS_TYPE_A" | "ASSET_DNS_TYPE_AAAA" | "ASSET_DNS_TYPE_CNAME" | "ASSET_DNS_TYPE_MX" | "ASSET_DNS_TYPE_NS" | "ASSET_DNS_TYPE_PTR" | "ASSET_DNS_TYPE_SOA" | "ASSET_DNS_TYPE_SRV" | "ASSET_DNS_TYPE_TXT" | "ASSET_DNS_TYPE_CAA" | "ASSET_DNS_TYPE_DNSKEY" | "ASSET_DNS_TYPE_DS" | "ASSET_DNS_TYPE_NAPTR" | "ASSET_DNS_TYPE_RRSIG" | "ASSET_DNS_TYPE_TLSA" | "ASSET_DNS_TYPE_URI";
        AssetDns: {
            recordType: components["schemas"]["AssetDnsType"];
            domain: string;
            record?: string;
            recordValue?: string;
        };
        AssetUrl: {
            /** @example https://shop.acme-cloud.com/login */
            url: string;
        };
        AssetCredentials: {
            /**
             * @description Masked.
             * @example j***e
             */
            username?: string;
            emailDomain: string;
            breachName?: string;
            /** Format: date-time */
            exposedAt?: string;
        };
        Asset: {
            ipPort: components["schemas"]["AssetIpPort"];
            dns?: null;
            url?: null;
            credentials?: null;
        } | {
            ipPort?: null;
            dns: components["schemas"]["AssetDns"];
            url?: null;
            credentials?: null;
        } | {
            ipPort?: null;
            dns?: null;
            url: components["schemas"]["AssetUrl"];
            credentials?: null;
        } | {
            ipPort?: null;
            dns?: null;
            url?: null;
            credentials: components["schemas"]["AssetCredentials"];
        };
        CapecData: {
            /** @example CAPEC-87 */
            capecId: string;
            summary: string;
            description: string;
        };
        /** @enum {string} */
        CvssScoreVersion: "CVSS_SCORE_VERSION_UNSPECIFIED" | "CVSS_SCORE_VERSION_V2_0" | "CVSS_SCORE_VERSION_V3_0" | "CVSS_SCORE_VERSION_V3_1" | "CVSS_SCORE_VERSION_V4_0";
        /** @enum {string} */
        CvssScoreSeverity: "CVSS_SCORE_SEVERITY_UNSPECIFIED" | "CVSS_SCORE_SEVERITY_NONE" | "CVSS_SCORE_SEVERITY_LOW" | "CVSS_SCORE_SEVERITY_MEDIUM" | "CVSS_SCORE_SEVERITY_HIGH" | "CVSS_SCORE_SEVERITY_CRITICAL";
        CvssScore: {
            version: components["schemas"]["CvssScoreVersion"];
            /** @example 9.8 */
            baseScore: number;
            baseSeverity: components["schemas"]["CvssScoreSeverity"];
            /** @example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H */
            cvssVector: string;
            exploitabilityScore?: number;
            impactScore?: number;
            scoreSource: string;
            /** Format: date-time */
            firstSeen: string;
        };
        Epss: {
            /** @example 0.94358 */
            score: number;
            /** @example 0.99961 */
            percentile: number;
        };
        KnownExploited: {
            /** Format: date-time */
            dateAdded: string;
            /** Format: date-time */
            dueDate?: string;
            ransomwareUse: boolean;
        };
        ObservationSource: {
            /** @example nuclei */
            name: string;
            externalId?: string;
        };
        Observation: {
            /** @example orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com */
            orn: string;
            view: components["schemas"]["ObservationView"];
            /** @example TLS 1.0 is accepted */
            title: string;
            description?: string;
            /** @example tls_weak_protocol */
            observationType: string;
            category: components["schemas"]["ObservationCategory"];
            severity: components["schemas"]["ObservationSeverity"];
            confidence?: components["schemas"]["ObservationConfidence"];
            /** @description RESOLVED exactly when approvalStatus is RESOLVED or EXCLUDED. */
            state: components["schemas"]["ObservationState"];
            approvalStatus: components["schemas"]["ApprovalStatus"];
            isFlagged: boolean;
            /** Format: date-time */
            flaggedAt?: string;
            /** @description Tickets and records in other systems. */
            externalReferences: components["schemas"]["ExternalReference"][];
            /** @example jo@northwind-insurance.com */
            assignee?: string;
            /**
             * Format: date-time
             * @description As assigned, or else by the remediation policy.
             */
            dueAt?: string;
            /** @description Open, and dueAt has passed. */
            isOverdue: boolean;
            /** @description Only in the VRM view. */
            vendor?: components["schemas"]["ObservationVendor"];
            /** @example shop.acme-cloud.com */
            subjectDomain: string;
            /**
             * @description The first of groupOrns.
             * @example orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com
             */
            groupOrn: string;
            /** @description The groups it belongs to: one for each of its CVEs, or else the one of its type. */
            groupOrns: string[];
            assetType: components["schemas"]["AssetType"];
            asset?: components["schemas"]["Asset"];
            cveIds: string[];
            cweIds: string[];
            capec: components["schemas"]["CapecData"][];
            cvssScores: components["schemas"]["CvssScore"][];
            epss?: components["schemas"]["Epss"];
            knownExploited?: components["schemas"]["KnownExploited"];
            references: string[];
            tags: string[];
            evidence: string[];
            remediation?: string;
            source: components["schemas"]["ObservationSource"];
            /**
             * Format: int32
             * @description How often it reappeared after it was resolved.
             */
            regressionCount: number;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
            /** Format: date-time */
            resolvedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last change of anything shown here, and of flags, notes and assignment; a later lastSeen alone is no change.
             */
            updatedAt: string;
        };
        /** @enum {string} */
        VendorLifecycleStatus: "VENDOR_LIFECYCLE_STATUS_UNSPECIFIED" | "VENDOR_LIFECYCLE_STATUS_ONBOARDING" | "VENDOR_LIFECYCLE_STATUS_ACTIVE" | "VENDOR_LIFECYCLE_STATUS_UNDER_REVIEW" | "VENDOR_LIFECYCLE_STATUS_OFFBOARDED";
        /** @enum {string} */
        RiskLevel: "RISK_LEVEL_UNSPECIFIED" | "RISK_LEVEL_LOW" | "RISK_LEVEL_MEDIUM" | "RISK_LEVEL_HIGH" | "RISK_LEVEL_CRITICAL";
        /** @enum {string} */
        BusinessImpact: "BUSINESS_IMPACT_UNSPECIFIED" | "BUSINESS_IMPACT_NONE" | "BUSINESS_IMPACT_LOW" | "BUSINESS_IMPACT_MEDIUM" | "BUSINESS_IMPACT_HIGH" | "BUSINESS_IMPACT_CRITICAL";
        /** @enum {string} */
        DataTypeShared: "DATA_TYPE_SHARED_UNSPECIFIED" | "DATA_TYPE_SHARED_NONE" | "DATA_TYPE_SHARED_PUBLIC" | "DATA_TYPE_SHARED_PII" | "DATA_TYPE_SHARED_SENSITIVE_PII" | "DATA_TYPE_SHARED_PHI" | "DATA_TYPE_SHARED_PAYMENT_CARD" | "DATA_TYPE_SHARED_FINANCIAL" | "DATA_TYPE_SHARED_CREDENTIALS" | "DATA_TYPE_SHARED_EMPLOYEE" | "DATA_TYPE_SHARED_CUSTOMER" | "DATA_TYPE_SHARED_INTELLECTUAL_PROPERTY" | "DATA_TYPE_SHARED_SOURCE_CODE" | "DATA_TYPE_SHARED_CONFIDENTIAL_BUSINESS" | "DATA_TYPE_SHARED_LOGS_TELEMETRY" | "DATA_TYPE_SHARED_BIOMETRIC" | "DATA_TYPE_SHARED_OTHER";
        /** @enum {string} */
        AccessType: "ACCESS_TYPE_UNSPECIFIED" | "ACCESS_TYPE_NO_ACCESS" | "ACCESS_TYPE_PHYSICAL_ACCESS_ONLY" | "ACCESS_TYPE_NETWORK_LEVEL_ACCESS" | "ACCESS_TYPE_SYSTEM_APPLICATION_ACCESS" | "ACCESS_TYPE_DATA_PROCESSING_STORAGE_ACCESS" | "ACCESS_TYPE_INFRASTRUCTURE_HOSTING_ACCESS";
        /** @enum {string} */
        DataRegion: "DATA_REGION_UNSPECIFIED" | "DATA_REGION_US" | "DATA_REGION_CANADA" | "DATA_REGION_LATIN_AMERICA" | "DATA_REGION_EU_EEA" | "DATA_REGION_UK" | "DATA_REGION_SWITZERLAND" | "DATA_REGION_MIDDLE_EAST" | "DATA_REGION_AFRICA" | "DATA_REGION_INDIA" | "DATA_REGION_CHINA" | "DATA_REGION_JAPAN" | "DATA_REGION_AUSTRALIA_NZ" | "DATA_REGION_ASIA_PACIFIC_OTHER" | "DATA_REGION_GLOBAL" | "DATA_REGION_OTHER";
        /** @enum {string} */
        ContactRole: "CONTACT_ROLE_UNSPECIFIED" | "CONTACT_ROLE_SECURITY" | "CONTACT_ROLE_PRIVACY" | "CONTACT_ROLE_TECHNICAL" | "CONTACT_ROLE_BUSINESS" | "CONTACT_ROLE_LEGAL";
        Contact: {
            /** @example Ada Mbeki */
            name?: string;
            /**
             * Format: email
             * @example security@acme-cloud.com
             */
            email: string;
            /** @example CONTACT_ROLE_SECURITY */
            role?: components["schemas"]["ContactRole"];
            /** @example +49 30 5550123 */
            phone?: string;
            /**
             * @description Of at most one contact. Default: false. Always present in answers.
             * @example true
             */
            isPrimary?: boolean;
        };
        /** @enum {string} */
        ScoreGrade: "SCORE_GRADE_UNSPECIFIED" | "SCORE_GRADE_A" | "SCORE_GRADE_B" | "SCORE_GRADE_C" | "SCORE_GRADE_D" | "SCORE_GRADE_F";
        Vendor: {
            /**
             * @description The id assigned by the service. Other calls and answers call it vendorId.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /**
             * @description Primary domain, lower case, punycode. Unique in the organization.
             * @example acme-cloud.com
             */
            domainName: string;
            /** @example Acme Cloud */
            companyName: string;
            /**
             * @description Your own reference, such as a supplier number. Other calls expect Vendor.id as vendorId, not this reference.
             * @example SUP-1042
             */
            vendorId?: string;
            /**
             * @description Whether it uses a monitoring slot and its observations are listed.
             * @example true
             */
            isMonitored: boolean;
            /** @example VENDOR_LIFECYCLE_STATUS_ACTIVE */
            lifecycleStatus: components["schemas"]["VendorLifecycleStatus"];
            /** @example RISK_LEVEL_HIGH */
            riskLevel?: components["schemas"]["RiskLevel"];
            /** @example BUSINESS_IMPACT_MEDIUM */
            businessImpact?: components["schemas"]["BusinessImpact"];
            /**
             * @example [
             *       "DATA_TYPE_SHARED_PII"
             *     ]
             */
            dataTypesShared: components["schemas"]["DataTypeShared"][];
            /**
             * @example [
             *       "ACCESS_TYPE_SYSTEM_APPLICATION_ACCESS"
             *     ]
             */
            accessTypes: components["schemas"]["AccessType"][];
            /**
             * Format: int64
             * @description Minor units of the account currency.
             * @example 1250000
             */
            contractValue?: string;
            /**
             * Format: date-time
             * @example 2027-12-31T00:00:00.000Z
             */
            contractEndDate?: string;
            /** @example DATA_REGION_EU_EEA */
            dataRegion?: components["schemas"]["DataRegion"];
            contacts: components["schemas"]["Contact"][];
            /**
             * @description Ids of the active groups that contain it.
             * @example [
             *       "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
             *     ]
             */
            vendorGroupIds: string[];
            /** @description Records in other systems; see AnnotateVendor. */
            externalReferences: components["schemas"]["ExternalReference"][];
            /**
             * Format: int32
             * @description Overall security score, higher is safer. Absent until it is monitored and scored, and without the VRM entitlement.
             * @example 82
             */
            score?: number;
            /** @example SCORE_GRADE_B */
            scoreGrade?: components["schemas"]["ScoreGrade"];
            /**
             * Format: int64
             * @description Open observations while it is monitored; 0 without the VRM entitlement.
             * @example 17
             */
            openObservationCount: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            monitoredSince?: string;
            /**
             * Format: date-time
             * @description Present while it is offboarded.
             * @example 2026-11-02T09:30:00.000Z
             */
            offboardedAt?: string;
            /** @example Contract ended */
            offboardReason?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last change of the entry; a new score does not change it.
             * @example 2026-11-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        VendorGroup: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /** @example Payment processors */
            name: string;
            /**
             * @description Absent when never set; an empty text is preserved.
             * @example Vendors that touch card data
             */
            description?: string;
            /**
             * Format: int64
             * @description Number of vendors in the group.
             * @example 12
             */
            memberCount: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last change of name or description.
             * @example 2026-11-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @enum {string} */
        SecurityEventType: "SECURITY_EVENT_TYPE_UNSPECIFIED" | "SECURITY_EVENT_TYPE_DATA_BREACH" | "SECURITY_EVENT_TYPE_RANSOMWARE" | "SECURITY_EVENT_TYPE_VULNERABILITY_EXPLOITATION" | "SECURITY_EVENT_TYPE_SUPPLY_CHAIN_COMPROMISE" | "SECURITY_EVENT_TYPE_CREDENTIAL_LEAK" | "SECURITY_EVENT_TYPE_MALWARE" | "SECURITY_EVENT_TYPE_DENIAL_OF_SERVICE" | "SECURITY_EVENT_TYPE_SERVICE_OUTAGE" | "SECURITY_EVENT_TYPE_MISCONFIGURATION_EXPOSURE" | "SECURITY_EVENT_TYPE_INSIDER" | "SECURITY_EVENT_TYPE_OTHER";
        /** @enum {string} */
        SecurityEventStatus: "SECURITY_EVENT_STATUS_UNSPECIFIED" | "SECURITY_EVENT_STATUS_NEW" | "SECURITY_EVENT_STATUS_ONGOING" | "SECURITY_EVENT_STATUS_MITIGATED" | "SECURITY_EVENT_STATUS_RESOLVED" | "SECURITY_EVENT_STATUS_CLOSED";
        /**
         * @description VRM: visible because of your vendors; SELF: because of your own domains.
         * @enum {string}
         */
        SecurityEventView: "SECURITY_EVENT_VIEW_UNSPECIFIED" | "SECURITY_EVENT_VIEW_VRM" | "SECURITY_EVENT_VIEW_SELF";
        SecurityEventTimelineEntry: {
            /**
             * Format: date-time
             * @example 2021-12-10T00:00:00.000Z
             */
            occurredAt: string;
            /** @example Listed as known to be exploited */
            title: string;
            description?: string;
        };
        SecurityEventSource: {
            /** @example logging.apache.org */
            name: string;
            /**
             * Format: uri
             * @example https://logging.apache.org/security.html
             */
            url: string;
            /** Format: date-time */
            publishedAt?: string;
        };
        SecurityEventImpactSummary: {
            /**
             * Format: int32
             * @description Impact CONFIRMED, LIKELY or POSSIBLE.
             * @example 3
             */
            impacted: number;
            /**
             * Format: int32
             * @description Companies whose latest response is UNDER_INVESTIGATION.
             * @example 1
             */
            underInvestigation: number;
            /**
             * Format: int32
             * @description Impact MITIGATED or NOT_IMPACTED.
             * @example 2
             */
            notImpacted: number;
        };
        /** @enum {string} */
        VendorResponseStatus: "VENDOR_RESPONSE_STATUS_UNSPECIFIED" | "VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION" | "VENDOR_RESPONSE_STATUS_NOT_AFFECTED" | "VENDOR_RESPONSE_STATUS_AFFECTED" | "VENDOR_RESPONSE_STATUS_MITIGATED" | "VENDOR_RESPONSE_STATUS_FIXED";
        SecurityEventResult: {
            /** @example VENDOR_RESPONSE_STATUS_FIXED */
            responseStatus: components["schemas"]["VendorResponseStatus"];
            /** @example All systems were patched on 14 December. */
            message?: string;
            /** Format: date-time */
            expectedResolutionAt?: string;
            evidenceUrls: string[];
            /** Format: date-time */
            respondedAt: string;
        };
        SecurityEvent: {
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            /** @example Apache Log4j2 Remote Code Execution Vulnerability */
            title: string;
            summary: string;
            eventType: components["schemas"]["SecurityEventType"];
            severity: components["schemas"]["SecurityEventSeverity"];
            status: components["schemas"]["SecurityEventStatus"];
            /** @description VRM: visible because of your vendors; SELF: because of your own domains. */
            view: components["schemas"]["SecurityEventView"];
            /** Format: date-time */
            occurredAt?: string;
            /**
             * Format: date-time
             * @description Set at the first import and never changed.
             */
            publishedAt: string;
            /**
             * Format: date-time
             * @description Last change of the facts; impacts and responses do not change it.
             */
            updatedAt: string;
            /**
             * @example [
             *       "CVE-2021-44228"
             *     ]
             */
            cveIds: string[];
            /**
             * @example [
             *       "Apache Log4j2"
             *     ]
             */
            affectedProducts: string[];
            isRansomware: boolean;
            /** @description Oldest first. */
            timeline: components["schemas"]["SecurityEventTimelineEntry"][];
            sources: components["schemas"]["SecurityEventSource"][];
            /** @description Companies in the view: vendors, or your own domains. */
            impactSummary: components["schemas"]["SecurityEventImpactSummary"];
            /** @description Your own organization's latest response. */
            organizationResponse?: components["schemas"]["SecurityEventResult"];
        };
        ImpactedOrganization: {
            /** @description Vendor.id. */
            vendorId: string;
            /** @example acme-cloud.com */
            domain: string;
            /** @example Acme Cloud */
            companyName: string;
        };
        /**
         * @description Status of your latest request to the vendor.
         * @enum {string}
         */
        VrmRequestStatus: "VRM_REQUEST_STATUS_UNSPECIFIED" | "VRM_REQUEST_STATUS_SENT" | "VRM_REQUEST_STATUS_ANSWERED";
        /** @enum {string} */
        SecurityEventActivityType: "SECURITY_EVENT_ACTIVITY_TYPE_UNSPECIFIED" | "SECURITY_EVENT_ACTIVITY_TYPE_FIRST_SEEN" | "SECURITY_EVENT_ACTIVITY_TYPE_VRM_REQUEST_SENT" | "SECURITY_EVENT_ACTIVITY_TYPE_VENDOR_RESPONDED" | "SECURITY_EVENT_ACTIVITY_TYPE_IMPACT_CHANGED" | "SECURITY_EVENT_ACTIVITY_TYPE_REMEDIATION_COMPLETED";
        LastActivity: {
            activityType: components["schemas"]["SecurityEventActivityType"];
            /** Format: date-time */
            occurredAt: string;
        };
        SecurityEventImpactRecord: {
            organization: components["schemas"]["ImpactedOrganization"];
            impact: components["schemas"]["SecurityEventImpact"];
            /**
             * @description What decided the impact.
             * @example Named as a victim of the event.
             */
            impactReason: string;
            /**
             * Format: int32
             * @description Observations of the vendor, open and resolved, with one of the event's CVEs.
             */
            relatedObservationCount: number;
            /** @description The fourth party through which the event may affect the vendor. */
            viaFourthPartyDomain?: string;
            /** @description The vendor's latest response. */
            responseStatus?: components["schemas"]["VendorResponseStatus"];
            /** @description True when you recorded that response for the vendor. */
            isOnBehalf?: boolean;
            /** @description Status of your latest request to the vendor. */
            requestStatus?: components["schemas"]["VrmRequestStatus"];
            /**
             * Format: date-time
             * @description When an answer to your latest request is due.
             */
            requestDueAt?: string;
            lastActivity?: components["schemas"]["LastActivity"];
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
        };
        /** @enum {string} */
        QuestionnaireStatus: "QUESTIONNAIRE_STATUS_UNSPECIFIED" | "QUESTIONNAIRE_STATUS_DRAFT" | "QUESTIONNAIRE_STATUS_SENT" | "QUESTIONNAIRE_STATUS_IN_PROGRESS" | "QUESTIONNAIRE_STATUS_SUBMITTED" | "QUESTIONNAIRE_STATUS_COMPLETED" | "QUESTIONNAIRE_STATUS_CANCELLED";
        QuestionnaireSender: {
            /** @example Northwind Insurance */
            name: string;
            /** @example northwind-insurance.com */
            domain: string;
        };
        Questionnaire: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /**
             * @description Id of the template; GetQuestionnaireTemplates lists them.
             * @example security-baseline
             */
            templateId: string;
            /**
             * @description Name of the template when the questionnaire was created.
             * @example Security baseline
             */
            templateName: string;
            /**
             * @description Vendor.id in the directory of the organization that asks.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            vendorId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @example QUESTIONNAIRE_STATUS_DRAFT */
            status: components["schemas"]["QuestionnaireStatus"];
            /**
             * Format: int32
             * @example 42
             */
            questionCount: number;
            /**
             * Format: int32
             * @description Questions with an answer or a comment.
             * @example 0
             */
            answeredCount: number;
            /**
             * Format: int32
             * @description How often the answers were submitted.
             * @example 1
             */
            version: number;
            /** @description Who asks; set when your organization answers. */
            sender?: components["schemas"]["QuestionnaireSender"];
            /**
             * Format: date-time
             * @example 2026-12-15T00:00:00.000Z
             */
            dueAt?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            sentAt?: string;
            /**
             * Format: date-time
             * @description When the last reminder was sent.
             * @example 2026-12-12T09:30:00.000Z
             */
            remindedAt?: string;
            /**
             * Format: date-time
             * @description When the answers were last submitted.
             * @example 2026-11-20T09:30:00.000Z
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When they were last accepted or returned.
             * @example 2026-11-25T09:30:00.000Z
             */
            reviewedAt?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @enum {string} */
        LikelihoodLevel: "LIKELIHOOD_LEVEL_UNSPECIFIED" | "LIKELIHOOD_LEVEL_VERY_LOW" | "LIKELIHOOD_LEVEL_LOW" | "LIKELIHOOD_LEVEL_MEDIUM" | "LIKELIHOOD_LEVEL_HIGH" | "LIKELIHOOD_LEVEL_VERY_HIGH";
        SeverityCounts: {
            /**
             * Format: int64
             * @example 4
             */
            critical: string;
            /**
             * Format: int64
             * @example 17
             */
            high: string;
            /**
             * Format: int64
             * @example 0
             */
            medium: string;
            /**
             * Format: int64
             * @example 0
             */
            low: string;
            /**
             * Format: int64
             * @example 0
             */
            info: string;
        };
        CostlyGroup: {
            /** @example orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com */
            groupOrn: string;
            /** @example CVE-2021-44228 */
            title: string;
            /**
             * Format: int64
             * @description Open observations of the vendor in this category; one with several CVEs counts in the group of its first.
             * @example 3
             */
            observationCount: string;
            /**
             * Format: int32
             * @description Its share of the points of the category, by burden.
             * @example 5
             */
            pointsLost: number;
        };
        ScoreFactor: {
            category: components["schemas"]["ObservationCategory"];
            /**
             * Format: int32
             * @description 0 to 100, higher is safer.
             * @example 84
             */
            score: number;
            /**
             * Format: int64
             * @example 7
             */
            openCount: string;
            /**
             * Format: int32
             * @description Points of the overall score lost to this category. All categories add up to 100 minus the overall score.
             * @example 9
             */
            pointsLost: number;
            /** @description The groups that cost most, the costliest first. */
            costliestGroups: components["schemas"]["CostlyGroup"][];
        };
        VendorScoreRecord: {
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @description Vendor.id. */
            vendorId?: string;
            companyName?: string;
            /**
             * Format: int32
             * @description 0 to 100, higher is safer.
             * @example 73
             */
            overallScore: number;
            overallGrade: components["schemas"]["ScoreGrade"];
            /**
             * Format: int32
             * @description 0 to 100, higher is worse.
             * @example 41
             */
            breachLikelihoodScore: number;
            breachLikelihoodLevel: components["schemas"]["LikelihoodLevel"];
            /**
             * Format: int32
             * @description 0 to 100, higher is worse.
             * @example 22
             */
            ransomwareScore: number;
            ransomwareLevel: components["schemas"]["LikelihoodLevel"];
            openObservationCounts: components["schemas"]["SeverityCounts"];
            factors: components["schemas"]["ScoreFactor"][];
            /**
             * Format: int32
             * @description Compared with the score of 30 days ago, if there was one.
             * @example -4
             */
            scoreChange30d?: number;
            /** Format: date-time */
            calculatedAt: string;
        };
        Change: {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_OBSERVATION";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            observation: components["schemas"]["Observation"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_VENDOR";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            vendor: components["schemas"]["Vendor"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_VENDOR_GROUP";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            vendorGroup: components["schemas"]["VendorGroup"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_SECURITY_EVENT";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            securityEvent: components["schemas"]["SecurityEvent"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            securityEventImpact: components["schemas"]["SecurityEventImpactRecord"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_FOURTH_PARTY";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            fourthParty: components["schemas"]["FourthPartyRelationship"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_QUESTIONNAIRE";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            questionnaire: components["schemas"]["Questionnaire"];
        } | {
            /** @constant */
            resourceType: "CHANGE_RESOURCE_TYPE_VENDOR_SCORE";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_UPSERTED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
            vendorScore: components["schemas"]["VendorScoreRecord"];
        } | {
            /** @enum {string} */
            resourceType: "CHANGE_RESOURCE_TYPE_OBSERVATION" | "CHANGE_RESOURCE_TYPE_VENDOR" | "CHANGE_RESOURCE_TYPE_VENDOR_GROUP" | "CHANGE_RESOURCE_TYPE_SECURITY_EVENT" | "CHANGE_RESOURCE_TYPE_SECURITY_EVENT_IMPACT" | "CHANGE_RESOURCE_TYPE_FOURTH_PARTY" | "CHANGE_RESOURCE_TYPE_QUESTIONNAIRE" | "CHANGE_RESOURCE_TYPE_VENDOR_SCORE";
            /**
             * @description The ORN of an observation, the id of a vendor, group, questionnaire or event, the domain of a score; vendorDomain/eventId of an impact, vendorDomain/fourthPartyDomain of a fourth party.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @constant */
            changeType: "CHANGE_TYPE_REMOVED";
            /**
             * Format: date-time
             * @description When the latest change was committed.
             * @example 2026-11-02T09:30:00.000Z
             */
            changedAt: string;
        };
        GetChangesResult: {
            /** @description In commit order. Can be few even while hasMore, but never none. */
            changes: components["schemas"]["Change"][];
            /** @description Always present: store it and call again with it, at once while hasMore, later otherwise. */
            nextCursor: string;
            /** @description Whether there are more changes now. */
            hasMore: boolean;
        };
        ImportObservationsRequest: {
            /**
             * @description jsonl, nuclei, sarif, asff, nmap, grype, testssl, zap, openvas, nessus, trivy, cyclonedx or riskrecon. Without it, the format is recognized from the content; content that could be of several is refused with FORMAT_UNKNOWN, which names them.
             * @example jsonl
             */
            format?: string;
            /** @description The content of the file, at most 5 MiB. Empty content of a format with one record per line is a report without findings. */
            content: string;
            /** @description Fallback vendor for findings whose host matches no vendor. */
            vendorDomain?: string;
            /** @description Resolve findings that the same source reported earlier for the same subjects and does not report now. */
            closeMissing?: boolean;
            /** @description Return the counts without writing anything. */
            dryRun?: boolean;
        };
        ImportRejection: {
            /**
             * Format: int32
             * @description Line or record, from 1.
             * @example 17
             */
            line: number;
            reason: string;
        };
        ImportObservationsResult: {
            /**
             * Format: int32
             * @example 40
             */
            created: number;
            /**
             * Format: int32
             * @description Known findings with changes.
             * @example 2
             */
            reobserved: number;
            /**
             * Format: int32
             * @description Resolved findings that were seen again.
             * @example 1
             */
            reopened: number;
            /**
             * Format: int32
             * @description Open findings that their source reports as gone, and those that closeMissing resolved.
             * @example 0
             */
            resolved: number;
            /**
             * Format: int32
             * @description Known findings without changes, including repeated records.
             * @example 3
             */
            unchanged: number;
            /**
             * Format: int32
             * @example 1
             */
            rejected: number;
            /**
             * Format: int32
             * @description Records that neither report nor resolve a finding, such as passed checks.
             * @example 4
             */
            skipped: number;
            /**
             * Format: int32
             * @description Records in the file: the sum of the other counts, without what closeMissing resolved.
             * @example 51
             */
            total: number;
            /** @description With closeMissing: whether some findings stay open because a rejected record may be about them. */
            closingSkipped?: boolean;
            /** @description Which findings stay open, and why. */
            closingSkippedReason?: string;
            /** @description The first hundred. */
            rejections: components["schemas"]["ImportRejection"][];
        };
        /**
         * @description PARTIAL: some checks have no verdict. FAILED: too little was seen; nothing was opened or closed.
         * @enum {string}
         */
        MonitoringRunStatus: "MONITORING_RUN_STATUS_UNSPECIFIED" | "MONITORING_RUN_STATUS_QUEUED" | "MONITORING_RUN_STATUS_RUNNING" | "MONITORING_RUN_STATUS_SUCCEEDED" | "MONITORING_RUN_STATUS_PARTIAL" | "MONITORING_RUN_STATUS_FAILED";
        MonitoringRun: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /**
             * @description Vendor.id.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            vendorId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /**
             * @description PARTIAL: some checks have no verdict. FAILED: too little was seen; nothing was opened or closed.
             * @example MONITORING_RUN_STATUS_SUCCEEDED
             */
            status: components["schemas"]["MonitoringRunStatus"];
            /**
             * Format: date-time
             * @description Absent while the run is queued.
             * @example 2026-11-16T04:12:07.000Z
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description Absent until the run has ended.
             * @example 2026-11-16T04:12:19.000Z
             */
            finishedAt?: string;
            /**
             * Format: int32
             * @description Scanned hosts with an address.
             * @example 2
             */
            hosts: number;
            /**
             * Format: int32
             * @description Verdicts, whether pass, fail or unknown.
             * @example 96
             */
            checks: number;
            /**
             * Format: int32
             * @description Observations the run has created.
             * @example 1
             */
            created: number;
            /**
             * Format: int32
             * @description Observations the run has resolved: not seen in two scans in a row.
             * @example 0
             */
            resolved: number;
            /**
             * Format: int32
             * @description Observations that were seen again.
             * @example 7
             */
            reobserved: number;
            /** @description What could not be seen, and why. Never a finding. */
            problems: string[];
        };
        GetMonitoringRunsResult: {
            /** @description Newest first. */
            runs: components["schemas"]["MonitoringRun"][];
            /**
             * Format: int32
             * @description Matching runs on all pages.
             * @example 30
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        RunMonitoringRequest: {
            /**
             * @description Vendor.id of monitored vendors.
             * @example [
             *       "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
             *     ]
             */
            vendorIds: string[];
        };
        RunMonitoringResult: {
            /** @description One per vendor, in the order of the request: a new one, or the one that was queued or running already. */
            runs: components["schemas"]["MonitoringRun"][];
        };
        /**
         * @description Unset: OPEN.
         * @enum {string}
         */
        ObservationMode: "OBSERVATION_MODE_UNSPECIFIED" | "OBSERVATION_MODE_OPEN" | "OBSERVATION_MODE_RESOLVED" | "OBSERVATION_MODE_ALL";
        /**
         * @description Default: BOUNDED, exact up to 1,000.
         * @enum {string}
         */
        TotalCountMode: "TOTAL_COUNT_MODE_UNSPECIFIED" | "TOTAL_COUNT_MODE_EXACT" | "TOTAL_COUNT_MODE_BOUNDED" | "TOTAL_COUNT_MODE_NONE";
        GetObservationsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Unset: OPEN. */
            mode?: components["schemas"]["ObservationMode"];
            /**
             * @description Default: firstSeen, which never changes. In the order of lastSeen or updatedAt, paging can miss a row that changes meanwhile. Rows of the same severity or score are sorted by firstSeen.
             * @example firstSeen
             * @enum {string}
             */
            sortField?: "firstSeen" | "lastSeen" | "updatedAt" | "severity" | "cvssBaseScore";
            /** @description Unset: DESC. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Default: BOUNDED, exact up to 1,000. */
            countMode?: components["schemas"]["TotalCountMode"];
            /** @description Names of the fields to return; unset or *: all. Always returned: orn. */
            fields?: ("orn" | "view" | "title" | "description" | "observationType" | "category" | "severity" | "confidence" | "state" | "approvalStatus" | "isFlagged" | "flaggedAt" | "externalReferences" | "assignee" | "dueAt" | "isOverdue" | "vendor" | "subjectDomain" | "groupOrn" | "groupOrns" | "assetType" | "asset" | "cveIds" | "cweIds" | "capec" | "cvssScores" | "epss" | "knownExploited" | "references" | "tags" | "evidence" | "remediation" | "source" | "regressionCount" | "firstSeen" | "lastSeen" | "resolvedAt" | "createdAt" | "updatedAt" | "*")[];
        };
        GetObservationsResult: {
            observations: components["schemas"]["Observation"][];
            /**
             * Format: int64
             * @description Matching observations; absent with countMode NONE.
             * @example 4211
             */
            totalCount?: string;
            totalCountType?: components["schemas"]["TotalCountType"];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        ExportObservationsRequest: {
            /** @description Unset: JSONL. */
            format?: components["schemas"]["ExportFormat"];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Unset: OPEN. */
            mode?: components["schemas"]["ObservationMode"];
            /** @description Names of the fields to return; unset or *: all. Always returned: orn. */
            fields?: ("orn" | "view" | "title" | "description" | "observationType" | "category" | "severity" | "confidence" | "state" | "approvalStatus" | "isFlagged" | "flaggedAt" | "externalReferences" | "assignee" | "dueAt" | "isOverdue" | "vendor" | "subjectDomain" | "groupOrn" | "groupOrns" | "assetType" | "asset" | "cveIds" | "cweIds" | "capec" | "cvssScores" | "epss" | "knownExploited" | "references" | "tags" | "evidence" | "remediation" | "source" | "regressionCount" | "firstSeen" | "lastSeen" | "resolvedAt" | "createdAt" | "updatedAt" | "*")[];
        };
        GetObservationGroupsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Unset: OPEN. */
            mode?: components["schemas"]["ObservationMode"];
            /**
             * @description Default: observationCount. These values change, so paging can miss a group that changes meanwhile.
             * @example observationCount
             * @enum {string}
             */
            sortField?: "observationCount" | "severity" | "lastSeen" | "vendorCount";
            /** @description Unset: DESC. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Default: BOUNDED, exact up to 1,000. */
            countMode?: components["schemas"]["TotalCountMode"];
            /** @description Names of the fields to return; unset or *: all. Always returned: groupOrn. */
            fields?: ("groupOrn" | "kind" | "title" | "category" | "maxSeverity" | "severityCounts" | "observationCount" | "vendorCount" | "flaggedCount" | "isFlagged" | "cveIds" | "maxCvssBaseScore" | "knownExploited" | "firstSeen" | "lastSeen" | "*")[];
        };
        /** @enum {string} */
        ObservationGroupKind: "OBSERVATION_GROUP_KIND_UNSPECIFIED" | "OBSERVATION_GROUP_KIND_CVE" | "OBSERVATION_GROUP_KIND_OBSERVATION_TYPE";
        ObservationGroup: {
            /** @example orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com */
            groupOrn: string;
            kind: components["schemas"]["ObservationGroupKind"];
            /** @example CVE-2021-44228 */
            title: string;
            category: components["schemas"]["ObservationCategory"];
            /** @description Highest severity among the matching observations. */
            maxSeverity: components["schemas"]["ObservationSeverity"];
            /** @description Counts of the matching observations. */
            severityCounts: components["schemas"]["SeverityCounts"];
            /**
             * Format: int64
             * @description Observations of the group that match the request.
             * @example 21
             */
            observationCount: string;
            /**
             * Format: int64
             * @description Vendors with an observation of the group, in the requested mode.
             * @example 9
             */
            vendorCount: string;
            /**
             * Format: int64
             * @description Flagged observations of the group, in the requested mode.
             * @example 2
             */
            flaggedCount: string;
            /** @description Whether the group itself was flagged. */
            isFlagged: boolean;
            cveIds: string[];
            /**
             * @description This and the following fields describe all observations of the group, open or resolved.
             * @example 10
             */
            maxCvssBaseScore?: number;
            knownExploited: boolean;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
        };
        GetObservationGroupsResult: {
            observationGroups: components["schemas"]["ObservationGroup"][];
            /**
             * Format: int64
             * @description Matching groups; absent with countMode NONE.
             * @example 312
             */
            totalCount?: string;
            totalCountType?: components["schemas"]["TotalCountType"];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        GetObservationActionsRequest: {
            /** @example orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com */
            orn: string;
            /**
             * Format: int32
             * @description 50 when unset or 0, at most 200.
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @example 0
             */
            offset?: number;
            /** @description Names of the fields to return; unset or *: all. Always returned: id. */
            fields?: ("id" | "orn" | "actionType" | "occurredAt" | "actor" | "fromStatus" | "toStatus" | "comment" | "externalReferences" | "removedExternalReferences" | "assignee" | "dueAt" | "*")[];
        };
        /** @enum {string} */
        ObservationActionType: "OBSERVATION_ACTION_TYPE_UNSPECIFIED" | "OBSERVATION_ACTION_TYPE_FIRST_SEEN" | "OBSERVATION_ACTION_TYPE_FLAGGED" | "OBSERVATION_ACTION_TYPE_STATUS_CHANGED" | "OBSERVATION_ACTION_TYPE_RESOLVED" | "OBSERVATION_ACTION_TYPE_REOPENED" | "OBSERVATION_ACTION_TYPE_SEVERITY_CHANGED" | "OBSERVATION_ACTION_TYPE_UNFLAGGED" | "OBSERVATION_ACTION_TYPE_COMMENTED" | "OBSERVATION_ACTION_TYPE_REFERENCE_CHANGED" | "OBSERVATION_ACTION_TYPE_ASSIGNED";
        ObservationActor: {
            type: components["schemas"]["ActorType"];
            id?: string;
            displayName: string;
        };
        ObservationAction: {
            id: string;
            /** @example orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com */
            orn: string;
            actionType: components["schemas"]["ObservationActionType"];
            /** Format: date-time */
            occurredAt: string;
            actor: components["schemas"]["ObservationActor"];
            fromStatus?: components["schemas"]["ApprovalStatus"];
            toStatus?: components["schemas"]["ApprovalStatus"];
            comment?: string;
            /** @description References that were set. */
            externalReferences?: components["schemas"]["ExternalReference"][];
            /** @description References that were removed. */
            removedExternalReferences?: components["schemas"]["ExternalReference"][];
            /** @description Whom it was assigned to; absent when nobody. */
            assignee?: string;
            /**
             * Format: date-time
             * @description The due date since the assignment.
             */
            dueAt?: string;
        };
        GetObservationActionsResult: {
            /** @description Newest first. */
            actions: components["schemas"]["ObservationAction"][];
            /**
             * Format: int32
             * @example 3
             */
            totalCount: number;
        };
        ExportObservationActionsRequest: {
            /** @description Unset: JSONL. */
            format?: components["schemas"]["ExportFormat"];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Of the observations whose history is exported. Unset: OPEN. */
            mode?: components["schemas"]["ObservationMode"];
            /** @description Names of the fields to return; unset or *: all. Always returned: id, orn. */
            fields?: ("id" | "orn" | "actionType" | "occurredAt" | "actor" | "fromStatus" | "toStatus" | "comment" | "externalReferences" | "removedExternalReferences" | "assignee" | "dueAt" | "*")[];
        };
        FilterOptionValue: {
            /**
             * @description The value to use in a filter on the field.
             * @example OBSERVATION_CATEGORY_ENCRYPTION
             */
            value: string;
            /** @example Encryption */
            displayName: string;
            /**
             * Format: int64
             * @description Observations with this value, in the requested mode.
             * @example 1204
             */
            count: string;
        };
        GetObservationFilterOptionValuesResult: {
            /** @example OBSERVATIONS_FIELD_CATEGORY */
            field: string;
            /** @description By count, highest first. */
            values: components["schemas"]["FilterOptionValue"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        CompanyContact: {
            /** @example acme-cloud.com */
            domain: string;
            contacts: components["schemas"]["Contact"][];
        };
        ObservationDetail: {
            /** @example orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com */
            orn: string;
            view: components["schemas"]["ObservationView"];
            /** @example TLS 1.0 is accepted */
            title: string;
            description?: string;
            /** @example tls_weak_protocol */
            observationType: string;
            category: components["schemas"]["ObservationCategory"];
            severity: components["schemas"]["ObservationSeverity"];
            confidence?: components["schemas"]["ObservationConfidence"];
            /** @description RESOLVED exactly when approvalStatus is RESOLVED or EXCLUDED. */
            state: components["schemas"]["ObservationState"];
            approvalStatus: components["schemas"]["ApprovalStatus"];
            isFlagged: boolean;
            /** Format: date-time */
            flaggedAt?: string;
            /** @description Tickets and records in other systems. */
            externalReferences: components["schemas"]["ExternalReference"][];
            /** @example jo@northwind-insurance.com */
            assignee?: string;
            /**
             * Format: date-time
             * @description As assigned, or else by the remediation policy.
             */
            dueAt?: string;
            /** @description Open, and dueAt has passed. */
            isOverdue: boolean;
            /** @description Only in the VRM view. */
            vendor?: components["schemas"]["ObservationVendor"];
            /** @example shop.acme-cloud.com */
            subjectDomain: string;
            /**
             * @description The first of groupOrns.
             * @example orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com
             */
            groupOrn: string;
            /** @description The groups it belongs to: one for each of its CVEs, or else the one of its type. */
            groupOrns: string[];
            assetType: components["schemas"]["AssetType"];
            asset?: components["schemas"]["Asset"];
            cveIds: string[];
            cweIds: string[];
            capec: components["schemas"]["CapecData"][];
            cvssScores: components["schemas"]["CvssScore"][];
            epss?: components["schemas"]["Epss"];
            knownExploited?: components["schemas"]["KnownExploited"];
            references: string[];
            tags: string[];
            evidence: string[];
            remediation?: string;
            source: components["schemas"]["ObservationSource"];
            /**
             * Format: int32
             * @description How often it reappeared after it was resolved.
             */
            regressionCount: number;
            /** Format: date-time */
            firstSeen: string;
            /** Format: date-time */
            lastSeen: string;
            /** Format: date-time */
            resolvedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last change of anything shown here, and of flags, notes and assignment; a later lastSeen alone is no change.
             */
            updatedAt: string;
            /** @description Present when contacts of the vendor are known. */
            companyContact?: components["schemas"]["CompanyContact"];
        };
        GetObservationResult: {
            observation: components["schemas"]["ObservationDetail"];
        };
        FlagObservationsRequest: {
            /** @description When not empty, exactly these are flagged and filters are ignored. */
            observationOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
        };
        FlagObservationsResult: {
            /**
             * Format: int32
             * @description Newly flagged.
             * @example 12
             */
            flaggedCount: number;
            /**
             * Format: int32
             * @description Already flagged before.
             * @example 3
             */
            alreadyFlaggedCount: number;
        };
        FlagObservationGroupsRequest: {
            /** @description When not empty, exactly these groups are flagged and filters are ignored. */
            groupOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
        };
        FlagObservationGroupsResult: {
            /**
             * Format: int32
             * @description Groups newly flagged.
             * @example 2
             */
            flaggedCount: number;
            /**
             * Format: int32
             * @description Groups already flagged before.
             * @example 1
             */
            alreadyFlaggedCount: number;
        };
        UnflagObservationsRequest: {
            /** @description When not empty, exactly these lose their flag and filters are ignored. */
            observationOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
        };
        UnflagObservationsResult: {
            /**
             * Format: int32
             * @description Flags removed.
             * @example 12
             */
            unflaggedCount: number;
            /**
             * Format: int32
             * @description Had no flag.
             * @example 3
             */
            notFlaggedCount: number;
        };
        UnflagObservationGroupsRequest: {
            /** @description When not empty, exactly these groups lose their flag and filters are ignored. */
            groupOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
        };
        UnflagObservationGroupsResult: {
            /**
             * Format: int32
             * @description Groups whose flag was removed.
             * @example 2
             */
            unflaggedCount: number;
            /**
             * Format: int32
             * @description Groups that had no flag.
             * @example 1
             */
            notFlaggedCount: number;
        };
        UpdateObservationStatusRequest: {
            /** @description When not empty, exactly these are moved and filters are ignored. */
            observationOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Open observations move to TRIAGED_INTERNAL, TRIAGED_EXTERNAL, RESOLVED or EXCLUDED; closed ones to BACKLOG. */
            approvalStatus: components["schemas"]["ApprovalStatus"];
            /** @description Recorded in the history; required for EXCLUDED. */
            comment?: string;
        };
        SkippedObservations: {
            /** @description Their status, which stays unchanged. */
            approvalStatus: components["schemas"]["ApprovalStatus"];
            /**
             * Format: int32
             * @example 3
             */
            count: number;
        };
        UpdateObservationStatusResult: {
            /**
             * Format: int32
             * @example 5
             */
            updatedCount: number;
            /**
             * Format: int32
             * @description Already in that status.
             * @example 0
             */
            unchangedCount: number;
            /**
             * Format: int32
             * @description Matched by the filters, but the transition is not allowed. By ORN, one such observation fails the call.
             * @example 3
             */
            skippedCount: number;
            /** @description The skipped observations by status. */
            skipped: components["schemas"]["SkippedObservations"][];
        };
        AnnotateObservationsRequest: {
            /**
             * @description Recorded in the history.
             * @example Agreed with the vendor on Friday
             */
            comment?: string;
            /** @description Added, or replaced if system and key exist. At most 20 in total. */
            externalReferences?: components["schemas"]["ExternalReference"][];
            /** @description Removed, by system and key. One that is also in externalReferences stays. */
            removeExternalReferences?: components["schemas"]["ExternalReference"][];
            /** @description When not empty, exactly these are annotated and filters are ignored. */
            observationOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
        };
        AnnotateObservationsResult: {
            /**
             * Format: int32
             * @description Got the comment, or a reference that is new, changed or removed.
             * @example 12
             */
            updatedCount: number;
            /**
             * Format: int32
             * @description Had exactly these references already, and no comment was given.
             * @example 0
             */
            unchangedCount: number;
        };
        AssignObservationsRequest: {
            /** @description When not empty, exactly these are assigned and filters are ignored. */
            observationOrns?: string[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /**
             * @description A name or e-mail address.
             * @example jo@northwind-insurance.com
             */
            assignee?: string | null;
            /**
             * @description An RFC 3339 date-time, or a date for the end of that day (UTC). Takes precedence over the remediation policy; null: follow the policy again.
             * @example 2026-12-31T00:00:00.000Z
             */
            dueAt?: string | null;
        };
        AssignObservationsResult: {
            /**
             * Format: int32
             * @example 12
             */
            updatedCount: number;
            /**
             * Format: int32
             * @description Had that assignee and due date already.
             * @example 0
             */
            unchangedCount: number;
        };
        GradeCounts: {
            /**
             * Format: int32
             * @example 24
             */
            a: number;
            /**
             * Format: int32
             * @example 11
             */
            b: number;
            /**
             * Format: int32
             * @example 9
             */
            c: number;
            /**
             * Format: int32
             * @example 4
             */
            d: number;
            /**
             * Format: int32
             * @example 6
             */
            f: number;
        };
        GradeDistribution: {
            current: components["schemas"]["GradeCounts"];
            /** @description Absent when nothing was scored by then. */
            thirtyDaysAgo?: components["schemas"]["GradeCounts"];
            /** @description Absent when nothing was scored by then. */
            ninetyDaysAgo?: components["schemas"]["GradeCounts"];
        };
        RankedVendor: {
            /**
             * @description Vendor.id.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            vendorId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @example Acme Cloud */
            companyName: string;
            /**
             * Format: int32
             * @description 0 to 100, higher is safer.
             * @example 31
             */
            score: number;
            scoreGrade: components["schemas"]["ScoreGrade"];
            /**
             * Format: int64
             * @example 48
             */
            openObservationCount: string;
        };
        FallingVendor: {
            /**
             * @description Vendor.id.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            vendorId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @example Acme Cloud */
            companyName: string;
            /**
             * Format: int32
             * @description 0 to 100, higher is safer.
             * @example 31
             */
            score: number;
            scoreGrade: components["schemas"]["ScoreGrade"];
            /**
             * Format: int64
             * @example 48
             */
            openObservationCount: string;
            /**
             * Format: int32
             * @description Over the last 30 days.
             * @example -17
             */
            scoreChange30d: number;
        };
        CriticalsOfAge: {
            /**
             * Format: int32
             * @description Age in days since firstSeen, inclusive. Days are UTC days: 0 is today.
             * @example 8
             */
            fromDays: number;
            /**
             * Format: int32
             * @description Inclusive. Absent for the oldest.
             * @example 30
             */
            toDays?: number;
            /**
             * Format: int64
             * @example 3
             */
            count: string;
            /**
             * Format: date-time
             * @description As FIRST_SEEN filters take it: inclusive. Absent for the oldest.
             */
            firstSeenStart?: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            firstSeenEnd: string;
        };
        OpenCriticals: {
            /**
             * Format: int64
             * @example 12
             */
            count: string;
            /** @description Youngest first. */
            byAge: components["schemas"]["CriticalsOfAge"][];
        };
        Overdue: {
            /**
             * Format: int64
             * @example 17
             */
            count: string;
            /** @description LOWER_BOUND: more than 10000. */
            countType: components["schemas"]["TotalCountType"];
        };
        AwaitingEvent: {
            /** @example kev-cve-2021-44228 */
            eventId: string;
            /** @example Log4Shell */
            title: string;
            severity: components["schemas"]["SecurityEventSeverity"];
            /**
             * Format: int32
             * @description Requests without an answer.
             * @example 3
             */
            requestCount: number;
            /**
             * Format: date-time
             * @description The earliest date by which one of them is due.
             */
            dueAt?: string;
        };
        EventsAwaitingAnswers: {
            /**
             * Format: int32
             * @example 2
             */
            eventCount: number;
            /**
             * Format: int32
             * @example 5
             */
            requestCount: number;
            /**
             * Format: int32
             * @description Those whose due date has passed.
             * @example 1
             */
            overdueRequestCount: number;
            /** @description Earliest due date first. */
            events: components["schemas"]["AwaitingEvent"][];
        };
        TopFourthParty: {
            /** @example cloudflare.com */
            fourthPartyDomain: string;
            /** @example Cloudflare */
            companyName: string;
            /**
             * Format: int32
             * @example 37
             */
            connectedVendorCount: number;
            /**
             * Format: int32
             * @description Those of them with critical business impact or risk level.
             * @example 5
             */
            criticalVendorCount: number;
            /**
             * @description Connected vendors as a share of the directory.
             * @example 61.7
             */
            percentOfPortfolio: number;
        };
        PortfolioSummary: {
            /**
             * Format: int32
             * @description Vendors of the directory, without offboarded ones.
             * @example 59
             */
            vendorCount: number;
            grades: components["schemas"]["GradeDistribution"];
            /** @description Lowest score first. */
            worstVendors: components["schemas"]["RankedVendor"][];
            /** @description Largest loss first. */
            fallingVendors: components["schemas"]["FallingVendor"][];
            /** @description Open observations of severity CRITICAL. */
            openCriticals: components["schemas"]["OpenCriticals"];
            /** @description Open observations whose due date has passed. */
            overdue: components["schemas"]["Overdue"];
            eventsAwaitingAnswers: components["schemas"]["EventsAwaitingAnswers"];
            /** @description Most connected vendors first. */
            topFourthParties: components["schemas"]["TopFourthParty"][];
        };
        GetPortfolioSummaryResult: {
            summary: components["schemas"]["PortfolioSummary"];
        };
        GetQuestionnairesResult: {
            /** @description Newest first. */
            questionnaires: components["schemas"]["Questionnaire"][];
            /**
             * Format: int32
             * @description Matching questionnaires on all pages.
             * @example 7
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        CreateQuestionnaireRequest: {
            /**
             * @description Id of the template; GetQuestionnaireTemplates lists them.
             * @example security-baseline
             */
            templateId: string;
            /**
             * @description Id of a vendor in the directory (Vendor.id).
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            vendorId: string;
            /**
             * @description An RFC 3339 date-time, or a date for the end of that day (UTC). When the answers are due.
             * @example 2026-12-15T00:00:00Z
             */
            dueAt?: string;
        };
        CreateQuestionnaireResult: {
            questionnaire: components["schemas"]["Questionnaire"];
        };
        QuestionnaireTemplateSection: {
            /** @example Responsibility and policy */
            title: string;
            /**
             * Format: int32
             * @example 7
             */
            questionCount: number;
        };
        QuestionnaireTemplateRecord: {
            /** @example security-baseline */
            id: string;
            /** @example Security baseline */
            name: string;
            /** @example 1.0.0 */
            version: string;
            description?: string;
            /**
             * Format: int32
             * @example 42
             */
            questionCount: number;
            sections: components["schemas"]["QuestionnaireTemplateSection"][];
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            updatedAt: string;
        };
        GetQuestionnaireTemplatesResult: {
            /** @description Sorted by id. */
            templates: components["schemas"]["QuestionnaireTemplateRecord"][];
            /**
             * Format: int32
             * @example 3
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        GetReceivedQuestionnairesResult: {
            /** @description Newest first. */
            questionnaires: components["schemas"]["Questionnaire"][];
            /**
             * Format: int32
             * @description Matching questionnaires on all pages.
             * @example 2
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        /** @enum {string} */
        QuestionKind: "QUESTION_KIND_UNSPECIFIED" | "QUESTION_KIND_YES_NO" | "QUESTION_KIND_TEXT" | "QUESTION_KIND_NUMBER" | "QUESTION_KIND_DATE" | "QUESTION_KIND_URL";
        AnswerFile: {
            /** @example certificate.pdf */
            name?: string;
            /**
             * @description An http or https URL.
             * @example https://acme-cloud.com/trust/certificate.pdf
             */
            url: string;
        };
        AnswerSuggestion: {
            answer?: string;
            comment?: string;
        };
        Question: {
            /** @example gov-owner */
            id: string;
            /** @example Who is responsible for information security at your company? */
            text: string;
            /** @example QUESTION_KIND_TEXT */
            kind: components["schemas"]["QuestionKind"];
            /** @description Absent until answered. */
            answer?: string;
            /** @description What the vendor adds to the answer, or says where none applies. */
            comment?: string;
            /** @description Links to supporting documents. */
            files?: components["schemas"]["AnswerFile"][];
            /** @description While the question is open: the answer in the last questionnaire submitted to the same customer. */
            suggestion?: components["schemas"]["AnswerSuggestion"];
        };
        QuestionnaireSection: {
            /** @example Responsibility and policy */
            title: string;
            questions: components["schemas"]["Question"][];
        };
        /**
         * @description The vendor’s organization, a link, or an imported file.
         * @enum {string}
         */
        AnswerSource: "ANSWER_SOURCE_UNSPECIFIED" | "ANSWER_SOURCE_ORGANIZATION" | "ANSWER_SOURCE_LINK" | "ANSWER_SOURCE_IMPORT";
        /**
         * @description Absent until reviewed.
         * @enum {string}
         */
        QuestionnaireDecision: "QUESTIONNAIRE_DECISION_UNSPECIFIED" | "QUESTIONNAIRE_DECISION_ACCEPTED" | "QUESTIONNAIRE_DECISION_RETURNED";
        QuestionnaireComment: {
            /**
             * @description The question it is about; absent: the whole questionnaire.
             * @example gov-owner
             */
            questionId?: string;
            /** @example Please name the person, not the department. */
            text: string;
        };
        QuestionnaireSubmission: {
            /**
             * Format: int32
             * @example 1
             */
            version: number;
            /**
             * @description The vendor’s organization, a link, or an imported file.
             * @example ANSWER_SOURCE_ORGANIZATION
             */
            source: components["schemas"]["AnswerSource"];
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            submittedAt: string;
            /**
             * @description Absent until reviewed.
             * @example QUESTIONNAIRE_DECISION_RETURNED
             */
            decision?: components["schemas"]["QuestionnaireDecision"];
            /**
             * Format: date-time
             * @example 2026-11-25T09:30:00.000Z
             */
            reviewedAt?: string;
            /** @description Comments of the reviewer. */
            comments: components["schemas"]["QuestionnaireComment"][];
        };
        QuestionnaireDetail: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /**
             * @description Id of the template; GetQuestionnaireTemplates lists them.
             * @example security-baseline
             */
            templateId: string;
            /**
             * @description Name of the template when the questionnaire was created.
             * @example Security baseline
             */
            templateName: string;
            /**
             * @description Vendor.id in the directory of the organization that asks.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            vendorId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @example QUESTIONNAIRE_STATUS_DRAFT */
            status: components["schemas"]["QuestionnaireStatus"];
            /**
             * Format: int32
             * @example 42
             */
            questionCount: number;
            /**
             * Format: int32
             * @description Questions with an answer or a comment.
             * @example 0
             */
            answeredCount: number;
            /**
             * Format: int32
             * @description How often the answers were submitted.
             * @example 1
             */
            version: number;
            /** @description Who asks; set when your organization answers. */
            sender?: components["schemas"]["QuestionnaireSender"];
            /**
             * Format: date-time
             * @example 2026-12-15T00:00:00.000Z
             */
            dueAt?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            sentAt?: string;
            /**
             * Format: date-time
             * @description When the last reminder was sent.
             * @example 2026-12-12T09:30:00.000Z
             */
            remindedAt?: string;
            /**
             * Format: date-time
             * @description When the answers were last submitted.
             * @example 2026-11-20T09:30:00.000Z
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When they were last accepted or returned.
             * @example 2026-11-25T09:30:00.000Z
             */
            reviewedAt?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            updatedAt: string;
            /** @description Sent along with the questionnaire. */
            message?: string;
            /**
             * Format: date-time
             * @description Expiry of the link, if there is one.
             * @example 2026-12-15T00:00:00.000Z
             */
            linkExpiresAt?: string;
            /** @description Copied from the template when the questionnaire was created. */
            sections: components["schemas"]["QuestionnaireSection"][];
            /** @description Newest first. */
            submissions: components["schemas"]["QuestionnaireSubmission"][];
        };
        GetQuestionnaireResult: {
            questionnaire: components["schemas"]["QuestionnaireDetail"];
        };
        /**
         * @description ORGANIZATION: the organization here that owns the domain of the vendor answers. LINK: whoever has the link answers. NONE: nobody; the link, or the access of the organization, is revoked. Unset: ORGANIZATION if there is one, else LINK.
         * @enum {string}
         */
        QuestionnaireChannel: "QUESTIONNAIRE_CHANNEL_UNSPECIFIED" | "QUESTIONNAIRE_CHANNEL_ORGANIZATION" | "QUESTIONNAIRE_CHANNEL_LINK" | "QUESTIONNAIRE_CHANNEL_NONE";
        SendQuestionnaireRequest: {
            /** @description ORGANIZATION: the organization here that owns the domain of the vendor answers. LINK: whoever has the link answers. NONE: nobody; the link, or the access of the organization, is revoked. Unset: ORGANIZATION if there is one, else LINK. */
            channel?: components["schemas"]["QuestionnaireChannel"];
            /**
             * @description An RFC 3339 date-time, or a date for the end of that day (UTC). When the answers are due. Absent: unchanged.
             * @example 2028-06-30T00:00:00Z
             */
            dueAt?: string;
            /** @example Please answer by the end of the quarter. */
            message?: string;
        };
        QuestionnaireLink: {
            /** @description For the vendor. Shown only here; replaces the previous link. */
            url: string;
            /**
             * @description An RFC 3339 date-time, or a date for the end of that day (UTC).
             * @example 2026-12-15T00:00:00.000Z
             */
            expiresAt: string;
        };
        SendQuestionnaireResult: {
            questionnaire: components["schemas"]["Questionnaire"];
            /** @description Set when it is answered by link. */
            link?: components["schemas"]["QuestionnaireLink"];
        };
        QuestionAnswer: {
            /**
             * @description Question.id.
             * @example gov-owner
             */
            questionId: string;
            /** @description Absent: unchanged. null or empty: removed. YES or NO, a number, a date (2026-01-31) or a URL where the kind asks for it. */
            answer?: string | null;
            /** @description Absent: unchanged. null or empty: removed. */
            comment?: string | null;
            /** @description Absent: unchanged. null or empty: removed. */
            files?: components["schemas"]["AnswerFile"][] | null;
        };
        AnswerQuestionnaireRequest: {
            /**
             * @description Answers to some of the questions, or to all.
             * @example [
             *       {
             *         "questionId": "gov-policy",
             *         "answer": "YES",
             *         "comment": "Reviewed every year."
             *       }
             *     ]
             */
            answers: components["schemas"]["QuestionAnswer"][];
        };
        QuestionnaireResult: {
            questionnaire: components["schemas"]["Questionnaire"];
        };
        ImportQuestionnaireAnswersRequest: {
            /**
             * @description The content of the file, with the columns question_id, answer and comment; at most 200 rows. An empty cell changes nothing.
             * @example question_id,answer,comment
             *     gov-policy,YES,Reviewed every year
             */
            csv: string;
            /** @description true: submits the answers, if every question then has one. */
            submit?: boolean;
        };
        AnswerRejection: {
            /**
             * Format: int32
             * @description Record number from 1, without the header.
             * @example 3
             */
            rowIndex: number;
            /** @example gov-policy */
            questionId?: string;
            /**
             * @description UNKNOWN_QUESTION, DUPLICATE_ROW, INVALID_ANSWER or COLUMN_COUNT_MISMATCH.
             * @example INVALID_ANSWER
             */
            code: string;
            /** @example must be YES or NO */
            message: string;
        };
        ImportQuestionnaireAnswersResult: {
            questionnaire: components["schemas"]["Questionnaire"];
            /**
             * Format: int32
             * @description Rows whose answers are stored now.
             * @example 1
             */
            acceptedCount: number;
            /**
             * Format: int32
             * @example 0
             */
            rejectedCount: number;
            /** @description In the order of the file. */
            rejections: components["schemas"]["AnswerRejection"][];
        };
        SubmitQuestionnaireRequest: Record<string, never>;
        ReviewQuestionnaireRequest: {
            /** @example QUESTIONNAIRE_DECISION_ACCEPTED */
            decision: components["schemas"]["QuestionnaireDecision"];
            /** @description For the vendor. Answers can be returned only with at least one. */
            comments?: components["schemas"]["QuestionnaireComment"][];
            /**
             * Format: date-time
             * @description When returned answers are due again. Absent: unchanged.
             * @example 2028-06-30T00:00:00Z
             */
            dueAt?: string;
        };
        SeverityDays: {
            /**
             * Format: int32
             * @example 7
             */
            critical?: number;
            /**
             * Format: int32
             * @example 30
             */
            high?: number;
            /**
             * Format: int32
             * @example 90
             */
            medium?: number;
            /** Format: int32 */
            low?: number;
            /** Format: int32 */
            info?: number;
        };
        RemediationPolicy: {
            /** @description Days after firstSeen; a severity that is absent has no due date. */
            daysBySeverity: components["schemas"]["SeverityDays"];
            /**
             * Format: date-time
             * @description Absent while there is no policy.
             */
            updatedAt?: string;
        };
        GetRemediationPolicyResult: {
            remediationPolicy: components["schemas"]["RemediationPolicy"];
        };
        SeverityDaysChange: {
            /**
             * Format: int32
             * @example 7
             */
            critical?: number | null;
            /**
             * Format: int32
             * @example 30
             */
            high?: number | null;
            /**
             * Format: int32
             * @example 90
             */
            medium?: number | null;
            /** Format: int32 */
            low?: number | null;
            /** Format: int32 */
            info?: number | null;
        };
        UpdateRemediationPolicyRequest: {
            /** @description Absent severities stay unchanged; null: no due date. */
            daysBySeverity: components["schemas"]["SeverityDaysChange"];
        };
        UpdateRemediationPolicyResult: {
            remediationPolicy: components["schemas"]["RemediationPolicy"];
        };
        GetVendorScoresRequest: {
            /** @description ANDed. Every entry is a rule, not a list. At most 20 rules, 200 entries in a list value. */
            filters: components["schemas"]["ScoredVendorFilter"][];
            /** @description Names of the fields to return; unset or *: all. Always returned: vendorDomain. */
            fields?: ("vendorDomain" | "vendorId" | "companyName" | "overallScore" | "overallGrade" | "breachLikelihoodScore" | "breachLikelihoodLevel" | "ransomwareScore" | "ransomwareLevel" | "openObservationCounts" | "factors" | "scoreChange30d" | "calculatedAt" | "*")[];
        };
        /**
         * @description NOT_YET_OBSERVED: monitored, but nothing has been reported about it so far. NOT_ENTITLED: a vendor, and the organization has no active VRM entitlement.
         * @enum {string}
         */
        UnscoredReason: "UNSCORED_REASON_UNSPECIFIED" | "UNSCORED_REASON_NOT_MONITORED" | "UNSCORED_REASON_NOT_YET_OBSERVED" | "UNSCORED_REASON_NOT_ENTITLED";
        UnscoredVendor: {
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @description NOT_YET_OBSERVED: monitored, but nothing has been reported about it so far. NOT_ENTITLED: a vendor, and the organization has no active VRM entitlement. */
            reason: components["schemas"]["UnscoredReason"];
        };
        GetVendorScoresResult: {
            vendorScores: components["schemas"]["VendorScoreRecord"][];
            /** @description Vendors of the directory, or own domains, without a score. */
            unscoredVendors: components["schemas"]["UnscoredVendor"][];
            /** @description Neither vendors of the directory nor own domains. */
            notFoundDomains: string[];
        };
        ScoreHistoryRange: {
            /**
             * Format: date-time
             * @description Inclusive. Unset: 30 days before the end.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description Exclusive. Unset: now.
             */
            endTime?: string;
        };
        GetVendorScoreHistoryRequest: {
            /**
             * @example [
             *       "cobaltpayments.com",
             *       "payrollharbor.com"
             *     ]
             */
            vendorDomains: string[];
            /** @description Every UTC day that the range touches, at most 366 days. Unset: the last 30 days. */
            range?: components["schemas"]["ScoreHistoryRange"];
        };
        ScoreMover: {
            category: components["schemas"]["ObservationCategory"];
            /**
             * Format: int32
             * @description Score of the category at the end of the day, higher is safer.
             * @example 61
             */
            score: number;
            /**
             * Format: int32
             * @description Compared with the end of the previous day.
             * @example -23
             */
            scoreChange: number;
        };
        ScoreDay: {
            /**
             * Format: date
             * @description A UTC day.
             * @example 2026-11-16
             */
            date: string;
            /**
             * Format: int32
             * @description At the end of the day. 0 to 100, higher is safer.
             * @example 73
             */
            overallScore: number;
            overallGrade: components["schemas"]["ScoreGrade"];
            /**
             * Format: int32
             * @description 0 to 100, higher is worse.
             * @example 41
             */
            breachLikelihoodScore: number;
            /**
             * Format: int32
             * @description 0 to 100, higher is worse.
             * @example 22
             */
            ransomwareScore: number;
            /**
             * Format: int32
             * @description Observations that were new or open again on that day.
             * @example 3
             */
            openedCount: number;
            /**
             * Format: int32
             * @description Observations that were resolved or excluded on that day.
             * @example 1
             */
            resolvedCount: number;
            /** @description The categories that moved the overall score most, the largest effect first. Empty on days without a change. */
            movers: components["schemas"]["ScoreMover"][];
        };
        VendorScoreHistory: {
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @description Oldest first. Days before the first score, and days on which the vendor was not monitored, are left out. */
            days: components["schemas"]["ScoreDay"][];
        };
        GetVendorScoreHistoryResult: {
            /** @description By domain. */
            histories: components["schemas"]["VendorScoreHistory"][];
            /** @description Neither vendors of the directory nor own domains. */
            notFoundDomains: string[];
        };
        GetScorePlanRequest: {
            /** @example payrollharbor.com */
            vendorDomain: string;
            /** @description The lowest score of this grade is the target. Not with targetScore. */
            targetGrade?: components["schemas"]["ScoreGrade"];
            /**
             * Format: int32
             * @description Not with targetGrade. Without a target, the plan lists all groups in order of gain.
             * @example 80
             */
            targetScore?: number;
        };
        ScorePlanStep: {
            /** @example orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com */
            groupOrn: string;
            /** @example CVE-2021-44228 */
            title: string;
            /** @description The highest of its observations at this vendor. */
            severity: components["schemas"]["ObservationSeverity"];
            /**
             * Format: int64
             * @description Open observations of the vendor; one with several CVEs counts in the group of its first.
             * @example 3
             */
            observationCount: string;
            /**
             * Format: int32
             * @description The overall score once this group and those before it are resolved.
             * @example 81
             */
            scoreAfter: number;
            gradeAfter: components["schemas"]["ScoreGrade"];
        };
        ScorePlan: {
            /**
             * Format: int32
             * @example 62
             */
            currentScore: number;
            currentGrade: components["schemas"]["ScoreGrade"];
            /**
             * Format: int32
             * @description Absent without a target.
             * @example 80
             */
            targetScore?: number;
            /** @description Whether these steps reach the target; there are at most 1000. True without a target. */
            isReachable: boolean;
            /** @description The fewest groups if the vendor has at most 18; beyond that, in each step the group with the largest gain. */
            steps: components["schemas"]["ScorePlanStep"][];
        };
        GetScorePlanResult: {
            plan: components["schemas"]["ScorePlan"];
        };
        GetScoreReceiptRequest: {
            /** @example payrollharbor.com */
            vendorDomain: string;
        };
        GetScoreReceiptResult: {
            /** @description A JWS in compact form, signed with a key of /.well-known/jwks.json. Its payload is a score with every input it was computed from. */
            receipt: string;
        };
        PublishedRange: {
            /**
             * Format: date-time
             * @description Inclusive.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            endTime?: string;
        };
        SecurityEventFilters: {
            /** @description Part of the id, title, summary or a product, case-insensitive. */
            query?: string;
            eventTypes?: components["schemas"]["SecurityEventType"][];
            severities?: components["schemas"]["SecurityEventSeverity"][];
            statuses?: components["schemas"]["SecurityEventStatus"][];
            /** @description Events related to one of these companies. */
            vendorDomains?: string[];
            /** @description Events related to a vendor in one of these groups. */
            vendorGroupIds?: string[];
            cveIds?: string[];
            /** @description Events with one of these impacts on a company; with vendorDomains or vendorGroupIds, on one of those companies. */
            impacts?: components["schemas"]["SecurityEventImpact"][];
            isRansomware?: boolean;
            publishedRange?: components["schemas"]["PublishedRange"];
        };
        GetSecurityEventsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            /** @description Unset: VRM, which needs the entitlement. SELF is about your own domains. */
            view?: components["schemas"]["SecurityEventView"];
            filters?: components["schemas"]["SecurityEventFilters"];
            /**
             * @description Unset: publishedAt.
             * @enum {string}
             */
            sortField?: "publishedAt" | "updatedAt" | "severity" | "impactedCompanyCount";
            /** @description Unset: descending. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Names of the fields to return; unset or *: all. Always returned: eventId. */
            fields?: ("eventId" | "title" | "summary" | "eventType" | "severity" | "status" | "view" | "occurredAt" | "publishedAt" | "updatedAt" | "cveIds" | "affectedProducts" | "isRansomware" | "timeline" | "sources" | "impactSummary" | "organizationResponse" | "*")[];
        };
        GetSecurityEventsResult: {
            securityEvents: components["schemas"]["SecurityEvent"][];
            /**
             * Format: int32
             * @description Matching events.
             * @example 12
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        ExportSecurityEventsRequest: {
            /** @description Unset: JSONL. */
            format?: components["schemas"]["ExportFormat"];
            /** @description Unset: VRM, which needs the entitlement. SELF is about your own domains. */
            view?: components["schemas"]["SecurityEventView"];
            filters?: components["schemas"]["SecurityEventFilters"];
            /** @description Names of the fields to return; unset or *: all. Always returned: eventId. */
            fields?: ("eventId" | "title" | "summary" | "eventType" | "severity" | "status" | "view" | "occurredAt" | "publishedAt" | "updatedAt" | "cveIds" | "affectedProducts" | "isRansomware" | "timeline" | "sources" | "impactSummary" | "organizationResponse" | "*")[];
        };
        GetSecurityEventResult: {
            securityEvent: components["schemas"]["SecurityEvent"];
        };
        ImpactedCompanyFilters: {
            impacts?: components["schemas"]["SecurityEventImpact"][];
            /** @description Latest response. */
            responseStatuses?: components["schemas"]["VendorResponseStatus"][];
            /** @description Whether the vendor has responded, itself or through you. */
            hasResponded?: boolean;
            /** @description Status of your latest request; SENT are those that have not answered it. */
            requestStatuses?: components["schemas"]["VrmRequestStatus"][];
            vendorGroupIds?: string[];
            /** @description Part of the domain or company name, case-insensitive. */
            query?: string;
        };
        GetSecurityEventImpactedCompaniesRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            filters?: components["schemas"]["ImpactedCompanyFilters"];
            /** @description Names of the fields to return; unset or *: all. Always returned: organization. */
            fields?: ("organization" | "impact" | "impactReason" | "relatedObservationCount" | "viaFourthPartyDomain" | "responseStatus" | "isOnBehalf" | "requestStatus" | "requestDueAt" | "lastActivity" | "*")[];
        };
        ImpactedCompaniesSummary: {
            /** Format: int32 */
            totalVendors: number;
            /** Format: int32 */
            confirmed: number;
            /** Format: int32 */
            likely: number;
            /** Format: int32 */
            possible: number;
            /** Format: int32 */
            mitigated: number;
            /** Format: int32 */
            notImpacted: number;
            /**
             * Format: int32
             * @description Requests you sent about the event.
             */
            requestsSent: number;
            /**
             * Format: int32
             * @description Requests that were answered.
             */
            responded: number;
            /**
             * Format: int32
             * @description Requests not answered yet.
             */
            awaitingResponse: number;
        };
        ImpactedCompany: {
            organization: components["schemas"]["ImpactedOrganization"];
            impact: components["schemas"]["SecurityEventImpact"];
            /**
             * @description What decided the impact.
             * @example Named as a victim of the event.
             */
            impactReason: string;
            /**
             * Format: int32
             * @description Observations of the vendor, open and resolved, with one of the event's CVEs.
             */
            relatedObservationCount: number;
            /** @description The fourth party through which the event may affect the vendor. */
            viaFourthPartyDomain?: string;
            /** @description The vendor's latest response. */
            responseStatus?: components["schemas"]["VendorResponseStatus"];
            /** @description True when you recorded that response for the vendor. */
            isOnBehalf?: boolean;
            /** @description Status of your latest request to the vendor. */
            requestStatus?: components["schemas"]["VrmRequestStatus"];
            /**
             * Format: date-time
             * @description When an answer to your latest request is due.
             */
            requestDueAt?: string;
            lastActivity?: components["schemas"]["LastActivity"];
        };
        GetSecurityEventImpactedCompaniesResult: {
            summary: components["schemas"]["ImpactedCompaniesSummary"];
            /** @description Sorted by domain. */
            companies: components["schemas"]["ImpactedCompany"][];
            /**
             * Format: int32
             * @description Companies that match the filters.
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        SecurityEventVendor: {
            /** @description Id of the vendor; absent for your own domains. */
            id?: string;
            /** @example acme-cloud.com */
            domainName: string;
            /** @example Acme Cloud */
            companyName: string;
        };
        /** @enum {string} */
        ImpactFactor: "IMPACT_FACTOR_UNSPECIFIED" | "IMPACT_FACTOR_NAMED_VICTIM" | "IMPACT_FACTOR_VULNERABILITY_OBSERVED" | "IMPACT_FACTOR_FOURTH_PARTY" | "IMPACT_FACTOR_VENDOR_STATEMENT" | "IMPACT_FACTOR_MITIGATION_OBSERVED";
        ImpactReasoning: {
            factor: components["schemas"]["ImpactFactor"];
            /** @example Open: Log4j allows remote code execution (CVE-2021-44228) */
            description: string;
            /** @description Set for VULNERABILITY_OBSERVED and MITIGATION_OBSERVED. */
            observationOrn?: string;
            /** Format: date-time */
            observedAt: string;
        };
        SecurityEventVendorStatus: {
            hasResponded: boolean;
            responseStatus?: components["schemas"]["VendorResponseStatus"];
            /** @example All systems were patched on 14 December. */
            message?: string;
            /** Format: date-time */
            expectedResolutionAt?: string;
            evidenceUrls?: string[];
            /** Format: date-time */
            respondedAt?: string;
            /** @description True when you recorded the response for the vendor. */
            isOnBehalf?: boolean;
        };
        VrmRequester: {
            /** @example northwind-insurance.com */
            domain: string;
            /** @example Northwind Insurance */
            companyName: string;
        };
        VrmRequest: {
            requestId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** @description ANSWERED once the vendor has responded to the event after the request. */
            status: components["schemas"]["VrmRequestStatus"];
            /** @example All systems were patched on 14 December. */
            message?: string;
            /** Format: date-time */
            dueAt?: string;
            /** Format: date-time */
            sentAt: string;
            /** Format: date-time */
            answeredAt?: string;
            /** @description Set when the request was sent to you. */
            requester?: components["schemas"]["VrmRequester"];
        };
        SecurityEventActivity: {
            /** @description Absent when synthetic. */
            id?: string;
            activityType: components["schemas"]["SecurityEventActivityType"];
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            /** @example acme-cloud.com */
            vendorDomain: string;
            /** Format: date-time */
            occurredAt: string;
            /** @description True for FIRST_SEEN, which is computed and not stored. */
            isSynthetic: boolean;
            /** @description Set for IMPACT_CHANGED and REMEDIATION_COMPLETED. */
            fromImpact?: components["schemas"]["SecurityEventImpact"];
            /** @description Set for FIRST_SEEN, IMPACT_CHANGED and REMEDIATION_COMPLETED. */
            toImpact?: components["schemas"]["SecurityEventImpact"];
            /** @description Set for VENDOR_RESPONDED. */
            responseStatus?: components["schemas"]["VendorResponseStatus"];
            /**
             * @description Set for VENDOR_RESPONDED and VRM_REQUEST_SENT.
             * @example All systems were patched on 14 December.
             */
            message?: string;
            /**
             * Format: date-time
             * @description Set for VENDOR_RESPONDED.
             */
            expectedResolutionAt?: string;
            /** @description Set for VENDOR_RESPONDED. */
            evidenceUrls?: string[];
            /** @description True for a VENDOR_RESPONDED that you recorded for the vendor. Only you see it. */
            isOnBehalf?: boolean;
            /**
             * Format: date-time
             * @description Set for VRM_REQUEST_SENT.
             */
            dueAt?: string;
            /** @description Set for a VRM_REQUEST_SENT that was sent to you. */
            requester?: components["schemas"]["VrmRequester"];
        };
        SecurityEventVendorDetail: {
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            vendor: components["schemas"]["SecurityEventVendor"];
            impact: components["schemas"]["SecurityEventImpact"];
            /** @description All facts behind the impact, in order of precedence; of the observations, the 20 newest. */
            impactReasoning: components["schemas"]["ImpactReasoning"][];
            vendorStatus: components["schemas"]["SecurityEventVendorStatus"];
            /** @description Newest first. Requests you sent; for your own domains, requests you received. */
            vrmRequests: components["schemas"]["VrmRequest"][];
            /** @description Requests and responses, newest first. */
            communicationLog: components["schemas"]["SecurityEventActivity"][];
            /** @description Present when the vendor has contacts. */
            companyContact?: components["schemas"]["CompanyContact"];
        };
        GetSecurityEventVendorDetailResult: {
            vendorDetail: components["schemas"]["SecurityEventVendorDetail"];
        };
        GetSecurityEventActionsRequest: {
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            /**
             * @description A vendor in your directory, or one of your own domains.
             * @example acme-cloud.com
             */
            vendorDomain: string;
            /**
             * Format: int32
             * @description Entries per page: 50 when unset or 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Entries to skip, from 0.
             * @example 0
             */
            offset?: number;
            /** @description Names of the fields to return; unset or *: all. Always returned: id. */
            fields?: ("id" | "activityType" | "eventId" | "vendorDomain" | "occurredAt" | "isSynthetic" | "fromImpact" | "toImpact" | "responseStatus" | "message" | "expectedResolutionAt" | "evidenceUrls" | "isOnBehalf" | "dueAt" | "requester" | "*")[];
        };
        GetSecurityEventActionsResult: {
            /** @description Newest first; the very last entry is the synthetic FIRST_SEEN. */
            actions: components["schemas"]["SecurityEventActivity"][];
            /**
             * Format: int32
             * @example 4
             */
            totalCount: number;
        };
        RecordVendorResponseRequest: {
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            /** @example VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION */
            responseStatus: components["schemas"]["VendorResponseStatus"];
            /** @example All systems were patched on 14 December. */
            message?: string;
            /**
             * Format: date-time
             * @example 2026-12-01T00:00:00.000Z
             */
            expectedResolutionAt?: string;
            /**
             * @description http or https URLs.
             * @example [
             *       "https://status.example.com/incidents/42"
             *     ]
             */
            evidenceUrls?: string[];
        };
        RecordVendorResponseResult: {
            /** @description The stored response. vendorDomain is your primary domain, although the response covers all of your domains. */
            activity: components["schemas"]["SecurityEventActivity"];
        };
        RecordVendorResponseOnBehalfRequest: {
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            /**
             * @description A vendor in your directory.
             * @example acme-cloud.com
             */
            vendorDomain: string;
            /** @example VENDOR_RESPONSE_STATUS_NOT_AFFECTED */
            responseStatus: components["schemas"]["VendorResponseStatus"];
            /**
             * @description What the vendor said.
             * @example All systems were patched on 14 December.
             */
            message?: string;
            /**
             * Format: date-time
             * @description When the vendor said it; now when unset. Not in the future.
             * @example 2026-11-02T09:30:00.000Z
             */
            receivedAt?: string;
        };
        RecordVendorResponseOnBehalfResult: {
            /** @description The stored response. isOnBehalf is true. */
            activity: components["schemas"]["SecurityEventActivity"];
        };
        SendVrmRequestRequest: {
            /**
             * @description Id of the event, from the feed.
             * @example kev-cve-2021-44228
             */
            eventId: string;
            /**
             * @description Vendors in your directory; duplicates count once.
             * @example [
             *       "acme-cloud.com"
             *     ]
             */
            vendorDomains: string[];
            /** @example Are your systems affected, and what have you done about it? */
            message?: string;
            /**
             * @description An RFC 3339 date-time, or a date for the end of that day (UTC).
             * @example 2026-12-01T00:00:00.000Z
             */
            dueAt?: string;
        };
        SendVrmRequestResult: {
            /** @description In the order of vendorDomains. */
            requests: components["schemas"]["VrmRequest"][];
        };
        GetVendorGroupsResult: {
            /** @description Newest first. */
            vendorGroups: components["schemas"]["VendorGroup"][];
            /**
             * Format: int32
             * @description Groups in the organization.
             * @example 4
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        CreateVendorGroupRequest: {
            /**
             * @description Trimmed. Not the name of another active group.
             * @example Payment processors
             */
            name: string;
            /**
             * @description Optional.
             * @example Vendors that touch card data
             */
            description?: string;
        };
        CreateVendorGroupResult: {
            vendorGroup: components["schemas"]["VendorGroup"];
        };
        GetVendorGroupResult: {
            vendorGroup: components["schemas"]["VendorGroup"];
        };
        UpdateVendorGroupRequest: {
            /**
             * @description Absent: unchanged.
             * @example Payment processors
             */
            name?: string;
            /**
             * @description Absent: unchanged. null: removes the description.
             * @example Vendors that touch card data
             */
            description?: string | null;
        };
        UpdateVendorGroupResult: {
            vendorGroup: components["schemas"]["VendorGroup"];
        };
        DeleteVendorGroupResult: {
            vendorGroup: components["schemas"]["VendorGroup"];
        };
        AddVendorToGroupRequest: {
            /**
             * @description Ids of vendors (Vendor.id).
             * @example [
             *       "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
             *     ]
             */
            vendorIds: string[];
        };
        AddVendorToGroupResult: {
            vendorGroup: components["schemas"]["VendorGroup"];
        };
        RemoveVendorFromGroupRequest: {
            /**
             * @description Ids of vendors (Vendor.id).
             * @example [
             *       "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
             *     ]
             */
            vendorIds: string[];
        };
        RemoveVendorFromGroupResult: {
            vendorGroup: components["schemas"]["VendorGroup"];
        };
        GetVendorsRequest: {
            /**
             * Format: int32
             * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
             * @example 50
             */
            limit?: number;
            /**
             * Format: int32
             * @description Rows to skip, from 0. Ignored when cursor is given.
             * @example 0
             */
            offset?: number;
            /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
            cursor?: string;
            /** @description ANDed. Every entry is a rule, not a list. At most 20 rules, 50 entries in a list value. */
            filters?: components["schemas"]["VendorFilter"][];
            /** @description true returns filterOptions. */
            includeFilterOptions?: boolean;
            /**
             * @description Default: createdAt, which never changes. Vendors without a value come last in both directions. In the order of a value that changes, paging can miss a vendor that changes meanwhile.
             * @enum {string}
             */
            sortField?: "score" | "companyName" | "domainName" | "createdAt" | "updatedAt" | "contractEndDate" | "contractValue" | "riskLevel" | "businessImpact";
            /** @description Unset: descending. */
            sortOrder?: components["schemas"]["SortOrder"];
            /** @description Names of the fields to return; unset or *: all. Always returned: id. */
            fields?: ("id" | "domainName" | "companyName" | "vendorId" | "isMonitored" | "lifecycleStatus" | "riskLevel" | "businessImpact" | "dataTypesShared" | "accessTypes" | "contractValue" | "contractEndDate" | "dataRegion" | "contacts" | "vendorGroupIds" | "externalReferences" | "score" | "scoreGrade" | "openObservationCount" | "monitoredSince" | "offboardedAt" | "offboardReason" | "createdAt" | "updatedAt" | "*")[];
        };
        /** @enum {string} */
        VendorsField: "VENDORS_FIELD_UNSPECIFIED" | "VENDORS_FIELD_ID" | "VENDORS_FIELD_DOMAIN_NAME" | "VENDORS_FIELD_COMPANY_NAME" | "VENDORS_FIELD_VENDOR_ID" | "VENDORS_FIELD_IS_MONITORED" | "VENDORS_FIELD_LIFECYCLE_STATUS" | "VENDORS_FIELD_RISK_LEVEL" | "VENDORS_FIELD_BUSINESS_IMPACT" | "VENDORS_FIELD_DATA_TYPE_SHARED" | "VENDORS_FIELD_ACCESS_TYPE" | "VENDORS_FIELD_DATA_REGION" | "VENDORS_FIELD_CONTRACT_VALUE" | "VENDORS_FIELD_CONTRACT_END_DATE" | "VENDORS_FIELD_VENDOR_GROUP" | "VENDORS_FIELD_SCORE" | "VENDORS_FIELD_CREATED_AT" | "VENDORS_FIELD_UPDATED_AT";
        VendorFilterField: {
            /** @example VENDORS_FIELD_RISK_LEVEL */
            vendorsField: components["schemas"]["VendorsField"];
        };
        /** @enum {string} */
        FilterValueType: "FILTER_VALUE_TYPE_UNSPECIFIED" | "FILTER_VALUE_TYPE_TEXT" | "FILTER_VALUE_TYPE_ENUM" | "FILTER_VALUE_TYPE_NUMBER" | "FILTER_VALUE_TYPE_BOOLEAN" | "FILTER_VALUE_TYPE_DATE";
        /** @enum {string} */
        Comparison: "COMPARISON_UNSPECIFIED" | "COMPARISON_EQUALS" | "COMPARISON_NOT_EQUALS" | "COMPARISON_IN" | "COMPARISON_NOT_IN" | "COMPARISON_CONTAINS" | "COMPARISON_NOT_CONTAINS" | "COMPARISON_STARTS_WITH" | "COMPARISON_ENDS_WITH" | "COMPARISON_GREATER_THAN" | "COMPARISON_GREATER_THAN_OR_EQUAL" | "COMPARISON_LESS_THAN" | "COMPARISON_LESS_THAN_OR_EQUAL" | "COMPARISON_BETWEEN" | "COMPARISON_IS_SET" | "COMPARISON_IS_NOT_SET";
        VendorFilterOptionValue: {
            /**
             * @description The value to use in a rule.
             * @example RISK_LEVEL_HIGH
             */
            value: string;
            /** @example High */
            displayName: string;
            /**
             * Format: int64
             * @description Vendors of the directory with this value; offboarded ones count only under LIFECYCLE_STATUS.
             * @example 12
             */
            count: string;
        };
        VendorFilterOption: {
            field: components["schemas"]["VendorFilterField"];
            /** @example Risk level */
            displayName: string;
            /** @example FILTER_VALUE_TYPE_ENUM */
            valueType: components["schemas"]["FilterValueType"];
            /**
             * @example [
             *       "COMPARISON_EQUALS",
             *       "COMPARISON_IN"
             *     ]
             */
            comparisons: components["schemas"]["Comparison"][];
            /** @description Empty for fields without a fixed set of values. For groups, the 200 with the most members. */
            options: components["schemas"]["VendorFilterOptionValue"][];
        };
        GetVendorsResult: {
            vendors: components["schemas"]["Vendor"][];
            /**
             * Format: int32
             * @description Vendors that match the filters, on all pages.
             * @example 128
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
            /** @description Empty unless includeFilterOptions is true. */
            filterOptions: components["schemas"]["VendorFilterOption"][];
        };
        ExportVendorsRequest: {
            /** @description Unset: JSONL. */
            format?: components["schemas"]["ExportFormat"];
            /** @description ANDed. Every entry is a rule, not a list. At most 20 rules, 50 entries in a list value. */
            filters?: components["schemas"]["VendorFilter"][];
            /** @description Names of the fields to return; unset or *: all. Always returned: id. */
            fields?: ("id" | "domainName" | "companyName" | "vendorId" | "isMonitored" | "lifecycleStatus" | "riskLevel" | "businessImpact" | "dataTypesShared" | "accessTypes" | "contractValue" | "contractEndDate" | "dataRegion" | "contacts" | "vendorGroupIds" | "externalReferences" | "score" | "scoreGrade" | "openObservationCount" | "monitoredSince" | "offboardedAt" | "offboardReason" | "createdAt" | "updatedAt" | "*")[];
        };
        CreateVendorRequest: {
            /**
             * @description A domain, host or URL; stored as its host in lower-case punycode without www.
             * @example acme-cloud.com
             */
            domainName: string;
            /**
             * @description Default: the known name for the domain, else one derived from its label.
             * @example Acme Cloud
             */
            companyName?: string;
            /**
             * @description Your own reference, such as a supplier number. Other calls expect Vendor.id as vendorId, not this reference.
             * @example SUP-1042
             */
            vendorId?: string;
            /**
             * @description true uses a monitoring slot. Default: false.
             * @example true
             */
            isMonitored?: boolean;
            riskLevel?: components["schemas"]["RiskLevel"];
            businessImpact?: components["schemas"]["BusinessImpact"];
            dataTypesShared?: components["schemas"]["DataTypeShared"][];
            accessTypes?: components["schemas"]["AccessType"][];
            /**
             * Format: int64
             * @description Minor units of the account currency.
             * @example 1250000
             */
            contractValue?: string;
            /**
             * Format: date-time
             * @example 2027-12-31T00:00:00.000Z
             */
            contractEndDate?: string;
            dataRegion?: components["schemas"]["DataRegion"];
            contacts?: components["schemas"]["Contact"][];
        };
        CreateVendorResult: {
            vendor: components["schemas"]["Vendor"];
        };
        BulkCreateVendorEntry: {
            /** @example acme-cloud.com */
            domainName: string;
            /** @example Acme Cloud */
            companyName?: string;
            dataRegion?: components["schemas"]["DataRegion"];
        };
        BulkCreateVendorsRequest: {
            /** @description Entries are independent: an invalid entry does not affect the others. */
            vendors: components["schemas"]["BulkCreateVendorEntry"][];
        };
        /** @enum {string} */
        BulkVendorMutationStatus: "BULK_VENDOR_MUTATION_STATUS_UNSPECIFIED" | "BULK_VENDOR_MUTATION_STATUS_SUCCESS" | "BULK_VENDOR_MUTATION_STATUS_ALREADY_EXISTS" | "BULK_VENDOR_MUTATION_STATUS_NOT_FOUND" | "BULK_VENDOR_MUTATION_STATUS_ERROR";
        BulkCreateVendorResult: {
            /**
             * Format: int32
             * @description Index in the request, from 0.
             * @example 0
             */
            index: number;
            /**
             * @description Normalized domain; as sent when it is invalid.
             * @example acme-cloud.com
             */
            domainName: string;
            /** @example BULK_VENDOR_MUTATION_STATUS_SUCCESS */
            status: components["schemas"]["BulkVendorMutationStatus"];
            /** @description Vendor.id; set when status is SUCCESS or ALREADY_EXISTS. */
            vendorId?: string;
            /** @description Set when status is ERROR. */
            errorMessage?: string;
        };
        BulkCreateVendorsSummary: {
            /**
             * Format: int32
             * @example 3
             */
            total: number;
            /**
             * Format: int32
             * @example 2
             */
            succeeded: number;
            /**
             * Format: int32
             * @example 1
             */
            alreadyExists: number;
            /**
             * Format: int32
             * @example 0
             */
            failed: number;
        };
        BulkCreateVendorsResult: {
            /** @description In the order of the request. */
            results: components["schemas"]["BulkCreateVendorResult"][];
            summary: components["schemas"]["BulkCreateVendorsSummary"];
        };
        BulkOffboardVendorsRequest: {
            /**
             * @description Ids of vendors (Vendor.id). An unknown id is NOT_FOUND and one that is not text an ERROR; they do not affect the others.
             * @example [
             *       "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
             *     ]
             */
            ids: string[];
            /**
             * @description Reason; stored with each vendor that this call offboards.
             * @example Contract ended
             */
            reason?: string;
        };
        BulkVendorIdMutationResult: {
            /**
             * @description As sent, truncated to 255 characters.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /** @example BULK_VENDOR_MUTATION_STATUS_SUCCESS */
            status: components["schemas"]["BulkVendorMutationStatus"];
            /** @description Set when status is ERROR. */
            errorMessage?: string;
        };
        BulkVendorIdSummary: {
            /**
             * Format: int32
             * @example 3
             */
            total: number;
            /**
             * Format: int32
             * @example 2
             */
            succeeded: number;
            /**
             * Format: int32
             * @example 1
             */
            notFound: number;
            /**
             * Format: int32
             * @example 0
             */
            failed: number;
        };
        BulkOffboardVendorsResult: {
            /** @description In the order of the request. */
            results: components["schemas"]["BulkVendorIdMutationResult"][];
            summary: components["schemas"]["BulkVendorIdSummary"];
        };
        BulkDeleteVendorsRequest: {
            /**
             * @description Ids of vendors (Vendor.id). An unknown id is NOT_FOUND and one that is not text an ERROR; they do not affect the others.
             * @example [
             *       "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
             *     ]
             */
            ids: string[];
        };
        BulkDeleteVendorsResult: {
            /** @description In the order of the request. */
            results: components["schemas"]["BulkVendorIdMutationResult"][];
            summary: components["schemas"]["BulkVendorIdSummary"];
        };
        BulkUpsertVendorsFromCsvRequest: {
            /**
             * @description The content of the file: at most 5 MiB and 10000 rows.
             * @example domain_name,company_name,risk_level
             *     acme-cloud.com,Acme Cloud,HIGH
             */
            csv: string;
            /**
             * @description true: returns the outcomes without changing anything.
             * @example true
             */
            dryRun?: boolean;
        };
        /** @enum {string} */
        BulkVendorCsvRowOutcome: "BULK_VENDOR_CSV_ROW_OUTCOME_UNSPECIFIED" | "BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED" | "BULK_VENDOR_CSV_ROW_OUTCOME_REJECTED" | "BULK_VENDOR_CSV_ROW_OUTCOME_SKIPPED";
        BulkVendorCsvRowResult: {
            /**
             * Format: int64
             * @description Record number from 1, without the header.
             * @example 1
             */
            rowIndex: string;
            /** @example BULK_VENDOR_CSV_ROW_OUTCOME_ACCEPTED */
            outcome: components["schemas"]["BulkVendorCsvRowOutcome"];
            /** @description REJECTED: MISSING_DOMAIN, INVALID_DOMAIN, INVALID_ENUM, INVALID_NUMBER, INVALID_DATE, INVALID_BOOLEAN, FIELD_TOO_LONG, COLUMN_COUNT_MISMATCH, MONITORING_SLOTS_EXHAUSTED. SKIPPED: DUPLICATE_ROW, UNCHANGED, VENDOR_OFFBOARDED. */
            code?: string;
            /** @description Set together with code. */
            message?: string;
            /**
             * @description Vendor.id, unless the row is REJECTED. Absent in a dry run for vendors that would be created.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id?: string;
            /**
             * @description Vendor.domainName; absent when the cell is empty or not a domain.
             * @example acme-cloud.com
             */
            domainName?: string;
        };
        BulkVendorCsvSummary: {
            /**
             * Format: int32
             * @description Rows without the header.
             * @example 3
             */
            total: number;
            /**
             * Format: int32
             * @example 1
             */
            accepted: number;
            /**
             * Format: int32
             * @example 1
             */
            rejected: number;
            /**
             * Format: int32
             * @example 1
             */
            skipped: number;
        };
        BulkUpsertVendorsFromCsvResult: {
            /** @description In the order of the file. */
            rowResults: components["schemas"]["BulkVendorCsvRowResult"][];
            summary: components["schemas"]["BulkVendorCsvSummary"];
        };
        GetVendorResult: {
            vendor: components["schemas"]["Vendor"];
        };
        UpdateVendorRequest: {
            /**
             * @description null: resets to the name derived from the domain, as if omitted on creation.
             * @example Acme Cloud
             */
            companyName?: string | null;
            /**
             * @description Your own reference, such as a supplier number. Other calls expect Vendor.id as vendorId, not this reference.
             * @example SUP-1042
             */
            vendorId?: string | null;
            /** @description true takes a monitoring slot, false frees it. */
            isMonitored?: boolean;
            /** @description ONBOARDING, ACTIVE or UNDER_REVIEW; any of them onboards an offboarded vendor again. To offboard, use BulkOffboardVendors. */
            lifecycleStatus?: components["schemas"]["VendorLifecycleStatus"];
            riskLevel?: components["schemas"]["RiskLevel"] | null;
            businessImpact?: components["schemas"]["BusinessImpact"] | null;
            /** @description Replaces the whole list; null empties it. */
            dataTypesShared?: components["schemas"]["DataTypeShared"][] | null;
            /** @description Replaces the whole list; null empties it. */
            accessTypes?: components["schemas"]["AccessType"][] | null;
            /**
             * Format: int64
             * @example 1250000
             */
            contractValue?: string | null;
            /**
             * Format: date-time
             * @example 2027-12-31T00:00:00.000Z
             */
            contractEndDate?: string | null;
            dataRegion?: components["schemas"]["DataRegion"] | null;
            /** @description Replaces the whole list; null empties it. */
            contacts?: components["schemas"]["Contact"][] | null;
        };
        UpdateVendorResult: {
            vendor: components["schemas"]["Vendor"];
        };
        AnnotateVendorRequest: {
            /**
             * @description Recorded in the history.
             * @example Agreed with the vendor on Friday
             */
            comment?: string;
            /** @description Added, or replaced if system and key exist. At most 20 in total. */
            externalReferences?: components["schemas"]["ExternalReference"][];
            /** @description Removed, by system and key. One that is also in externalReferences stays. */
            removeExternalReferences?: components["schemas"]["ExternalReference"][];
        };
        AnnotateVendorResult: {
            vendor: components["schemas"]["Vendor"];
        };
        /** @enum {string} */
        VendorActionType: "VENDOR_ACTION_TYPE_UNSPECIFIED" | "VENDOR_ACTION_TYPE_COMMENTED" | "VENDOR_ACTION_TYPE_REFERENCE_CHANGED";
        VendorActor: {
            type: components["schemas"]["ActorType"];
            id?: string;
            displayName: string;
        };
        VendorAction: {
            id: string;
            actionType: components["schemas"]["VendorActionType"];
            /** Format: date-time */
            occurredAt: string;
            actor: components["schemas"]["VendorActor"];
            comment?: string;
            /** @description References that were set. */
            externalReferences?: components["schemas"]["ExternalReference"][];
            /** @description References that were removed. */
            removedExternalReferences?: components["schemas"]["ExternalReference"][];
        };
        GetVendorActionsResult: {
            /** @description Newest first. */
            actions: components["schemas"]["VendorAction"][];
            /**
             * Format: int32
             * @example 3
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        Webhook: {
            /** @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10 */
            id: string;
            /** @example SIEM */
            name: string;
            /** @example https://hooks.example.com/vendor-risk */
            url: string;
            /**
             * @description Absent: all.
             * @example [
             *       "observation.created",
             *       "vendor.score_changed"
             *     ]
             */
            eventTypes?: ("observation.created" | "observation.changed" | "observation.resolved" | "observation.reopened" | "observation.flagged" | "observation.removed" | "vendor.created" | "vendor.changed" | "vendor.offboarded" | "vendor.deleted" | "vendor.score_changed" | "security_event.published" | "security_event.impact_changed" | "security_event.request_received" | "security_event.response_received" | "fourth_party.detected" | "fourth_party.gone" | "questionnaire.sent" | "questionnaire.submitted" | "questionnaire.reviewed" | "import.completed" | "monitoring.completed" | "credential.expiring" | "webhook.test")[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            isEnabled: boolean;
            /** @description Why the service disabled it. Absent otherwise. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last change by UpdateWebhook, or of the secret.
             * @example 2026-11-02T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description The last attempt that succeeded. Absent before the first.
             */
            lastDeliveryAt?: string;
            /**
             * @description Signs the deliveries. Shown only in the answers of CreateWebhook and RotateWebhookSecret.
             * @example whsec_…
             */
            secret?: string;
        };
        GetWebhooksResult: {
            /** @description Newest first. */
            webhooks: components["schemas"]["Webhook"][];
            /**
             * Format: int32
             * @description Webhooks of the organization.
             * @example 2
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        CreateWebhookRequest: {
            /** @example SIEM */
            name: string;
            /**
             * @description https. Addresses that are not public are refused, and so is user info in the URL.
             * @example https://hooks.example.com/vendor-risk
             */
            url: string;
            /**
             * @description Unset or empty: all.
             * @example [
             *       "observation.created",
             *       "vendor.score_changed"
             *     ]
             */
            eventTypes?: ("observation.created" | "observation.changed" | "observation.resolved" | "observation.reopened" | "observation.flagged" | "observation.removed" | "vendor.created" | "vendor.changed" | "vendor.offboarded" | "vendor.deleted" | "vendor.score_changed" | "security_event.published" | "security_event.impact_changed" | "security_event.request_received" | "security_event.response_received" | "fourth_party.detected" | "fourth_party.gone" | "questionnaire.sent" | "questionnaire.submitted" | "questionnaire.reviewed" | "import.completed" | "monitoring.completed" | "credential.expiring" | "webhook.test")[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Unset: true. */
            isEnabled?: boolean;
        };
        CreateWebhookResult: {
            webhook: components["schemas"]["Webhook"];
        };
        GetWebhookResult: {
            webhook: components["schemas"]["Webhook"];
        };
        UpdateWebhookRequest: {
            /**
             * @description Absent: unchanged.
             * @example SIEM
             */
            name?: string;
            /**
             * @description Absent: unchanged.
             * @example https://hooks.example.com/vendor-risk
             */
            url?: string;
            /**
             * @description Absent: unchanged. Empty: all.
             * @example [
             *       "observation.created",
             *       "vendor.score_changed"
             *     ]
             */
            eventTypes?: ("observation.created" | "observation.changed" | "observation.resolved" | "observation.reopened" | "observation.flagged" | "observation.removed" | "vendor.created" | "vendor.changed" | "vendor.offboarded" | "vendor.deleted" | "vendor.score_changed" | "security_event.published" | "security_event.impact_changed" | "security_event.request_received" | "security_event.response_received" | "fourth_party.detected" | "fourth_party.gone" | "questionnaire.sent" | "questionnaire.submitted" | "questionnaire.reviewed" | "import.completed" | "monitoring.completed" | "credential.expiring" | "webhook.test")[];
            /** @description ANDed. Lists nest up to 5 levels. At most 50 rules, 200 entries in a list value. */
            filters?: components["schemas"]["ObservationFilter"][];
            /** @description Absent: unchanged. true also clears disabledReason and sends pending deliveries. */
            isEnabled?: boolean;
        };
        UpdateWebhookResult: {
            webhook: components["schemas"]["Webhook"];
        };
        DeleteWebhookResult: {
            webhook: components["schemas"]["Webhook"];
        };
        RotateWebhookSecretRequest: Record<string, never>;
        RotateWebhookSecretResult: {
            webhook: components["schemas"]["Webhook"];
        };
        TestWebhookRequest: Record<string, never>;
        /** @enum {string} */
        WebhookDeliveryStatus: "WEBHOOK_DELIVERY_STATUS_UNSPECIFIED" | "WEBHOOK_DELIVERY_STATUS_PENDING" | "WEBHOOK_DELIVERY_STATUS_SUCCEEDED" | "WEBHOOK_DELIVERY_STATUS_FAILED";
        WebhookDeliveryAttempt: {
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            at: string;
            /**
             * Format: int32
             * @description Absent when there was no answer.
             * @example 503
             */
            statusCode?: number;
            /**
             * @description Why it failed. Absent on success.
             * @example the receiver did not answer within 10 s
             */
            error?: string;
            /**
             * Format: int32
             * @example 84
             */
            durationMs: number;
        };
        WebhookDelivery: {
            /**
             * @description The webhook-id of every attempt: receivers recognize repeated deliveries by it.
             * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
             */
            id: string;
            /**
             * @example observation.created
             * @enum {string}
             */
            eventType: "observation.created" | "observation.changed" | "observation.resolved" | "observation.reopened" | "observation.flagged" | "observation.removed" | "vendor.created" | "vendor.changed" | "vendor.offboarded" | "vendor.deleted" | "vendor.score_changed" | "security_event.published" | "security_event.impact_changed" | "security_event.request_received" | "security_event.response_received" | "fourth_party.detected" | "fourth_party.gone" | "questionnaire.sent" | "questionnaire.submitted" | "questionnaire.reviewed" | "import.completed" | "monitoring.completed" | "credential.expiring" | "webhook.test";
            /** @example WEBHOOK_DELIVERY_STATUS_SUCCEEDED */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * Format: date-time
             * @description Present while it is pending.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:30:00.000Z
             */
            createdAt: string;
        };
        TestWebhookResult: {
            /** @description Pending: GetWebhookDeliveries shows the result. */
            delivery: components["schemas"]["WebhookDelivery"];
        };
        GetWebhookDeliveriesResult: {
            /** @description Newest first. Kept for 30 days. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /**
             * Format: int32
             * @description Deliveries that match.
             * @example 12
             */
            totalCount: number;
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        RedeliverWebhookRequest: {
            /** @description One delivery. Either this or since. */
            deliveryId?: string;
            /**
             * Format: date-time
             * @description All deliveries made at that time or later, whether they succeeded or not. At most 30 days back.
             */
            since?: string;
        };
        RedeliverWebhookResult: {
            /**
             * Format: int64
             * @description Deliveries that are sent again. Pending ones are sent anyway and not counted.
             * @example 3
             */
            redeliveredCount: string;
        };
        ExportEnd: {
            /**
             * @description false: the export failed; see reason and message.
             * @example true
             */
            exportComplete: boolean;
            /**
             * Format: int64
             * @description Number of lines before this one.
             * @example 4211
             */
            rows: string;
            /** @example EXPORT_TIMEOUT */
            reason?: string;
            message?: string;
        };
        /** @description Every invalid field of the request. */
        BadRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            "@type": "type.googleapis.com/google.rpc.BadRequest";
            fieldViolations: {
                /**
                 * @description Its path.
                 * @example filters[2].rule.comparison
                 */
                field: string;
                /** @example is required */
                description: string;
            }[];
        };
        /** @description When to repeat the call. */
        RetryInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            "@type": "type.googleapis.com/google.rpc.RetryInfo";
            /** @example 42s */
            retryDelay: string;
        };
        /** @description The resource that is missing or in conflict. */
        ResourceInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            "@type": "type.googleapis.com/google.rpc.ResourceInfo";
            /** @example vendor */
            resourceType: string;
            resourceName: string;
        };
        /** @description The failed preconditions. */
        PreconditionFailure: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            "@type": "type.googleapis.com/google.rpc.PreconditionFailure";
            violations: {
                /** @description The reason. */
                type: string;
                /** @description What it is about. */
                subject: string;
                description: string;
            }[];
        };
        /** @description Identifies the call for support. */
        RequestInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            "@type": "type.googleapis.com/google.rpc.RequestInfo";
            requestId: string;
        };
        StatusError: {
            /**
             * @description Name of the google.rpc code.
             * @enum {string}
             */
            code: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "PERMISSION_DENIED" | "NOT_FOUND" | "UNIMPLEMENTED" | "ALREADY_EXISTS" | "FAILED_PRECONDITION" | "ABORTED" | "GONE" | "RESOURCE_EXHAUSTED" | "INTERNAL" | "UNAVAILABLE" | "DEADLINE_EXCEEDED";
            /**
             * @description Identifies the call for support; equal to X-Request-Id.
             * @example req_5f0c2f1d9a3b4c5d6e7f8091
             */
            request_id: string;
        };
        /** @description What happened. */
        ErrorInfo: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            "@type": "type.googleapis.com/google.rpc.ErrorInfo";
            /** @description Stable: programs may rely on it. See /docs/errors. */
            reason: string;
            /** @constant */
            domain: "vendor-risk";
            metadata: {
                [key: string]: string;
            };
        };
        /** @description The body of an error. */
        Status: {
            /**
             * Format: int32
             * @description google.rpc code.
             * @enum {integer}
             */
            code: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 12 | 13 | 14 | 16;
            /**
             * @description English, for developers; may change.
             * @example limit: must not be less than 0
             */
            message: string;
            /** @description ErrorInfo first; BadRequest, RetryInfo, ResourceInfo, PreconditionFailure where they apply; RequestInfo last. */
            details: (components["schemas"]["ErrorInfo"] | components["schemas"]["BadRequest"] | components["schemas"]["RetryInfo"] | components["schemas"]["ResourceInfo"] | components["schemas"]["PreconditionFailure"] | components["schemas"]["RequestInfo"])[];
            error: components["schemas"]["StatusError"];
        };
        /** @description One value, in the form the field takes. An int64 is written as stringValue or numberValue. */
        FilterScalar: {
            stringValue: string;
            numberValue?: null;
            boolValue?: null;
            dateValue?: null;
        } | {
            stringValue?: null;
            numberValue: number;
            boolValue?: null;
            dateValue?: null;
        } | {
            stringValue?: null;
            numberValue?: null;
            boolValue: boolean;
            dateValue?: null;
        } | {
            stringValue?: null;
            numberValue?: null;
            boolValue?: null;
            /**
             * Format: date-time
             * @description RFC 3339.
             */
            dateValue: string;
        };
        /** @description A range of numbers or of dates. */
        FilterRange: {
            numberRangeValue: components["schemas"]["NumberRange"];
            dateRangeValue?: null;
        } | {
            numberRangeValue?: null;
            dateRangeValue: components["schemas"]["DateRange"];
        };
        NumberRange: {
            /** @description Inclusive. */
            min?: number;
            /** @description Inclusive. */
            max?: number;
        };
        DateRange: {
            /**
             * Format: date-time
             * @description Inclusive.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            endTime?: string;
            /** @constant */
            live?: false;
        } | {
            /**
             * Format: date-time
             * @description Inclusive.
             */
            startTime?: string;
            /**
             * @description The end is now.
             * @constant
             */
            live: true;
            endTime?: null;
        };
        /** @description A rule, or a list of filters. */
        ObservationFilter: {
            rule: components["schemas"]["ObservationFilterRule"];
            list?: null;
        } | {
            list: components["schemas"]["ObservationFilterList"];
            rule?: null;
        };
        ObservationFilterList: {
            /**
             * @description Unset: AND.
             * @enum {string}
             */
            operator?: "OPERATOR_UNSPECIFIED" | "OPERATOR_AND" | "OPERATOR_OR";
            /** @description Negates the whole list. */
            isNegated?: boolean;
            filters: components["schemas"]["ObservationFilter"][];
        };
        ObservationFilterRuleField: {
            /** @enum {string} */
            observationsField: "OBSERVATIONS_FIELD_ORN" | "OBSERVATIONS_FIELD_VENDOR" | "OBSERVATIONS_FIELD_VENDOR_ID" | "OBSERVATIONS_FIELD_VENDOR_GROUP" | "OBSERVATIONS_FIELD_SUBJECT_DOMAIN" | "OBSERVATIONS_FIELD_TITLE" | "OBSERVATIONS_FIELD_OBSERVATION_TYPE" | "OBSERVATIONS_FIELD_CATEGORY" | "OBSERVATIONS_FIELD_SEVERITY" | "OBSERVATIONS_FIELD_CONFIDENCE" | "OBSERVATIONS_FIELD_APPROVAL_STATUS" | "OBSERVATIONS_FIELD_IS_FLAGGED" | "OBSERVATIONS_FIELD_ASSET_TYPE" | "OBSERVATIONS_FIELD_ASSET_IP" | "OBSERVATIONS_FIELD_ASSET_PORT" | "OBSERVATIONS_FIELD_ASSET_PROTOCOL" | "OBSERVATIONS_FIELD_ASSET_DOMAIN" | "OBSERVATIONS_FIELD_ASSET_URL" | "OBSERVATIONS_FIELD_CVE" | "OBSERVATIONS_FIELD_CWE" | "OBSERVATIONS_FIELD_CVSS_BASE_SCORE" | "OBSERVATIONS_FIELD_CVSS_SEVERITY" | "OBSERVATIONS_FIELD_EPSS_SCORE" | "OBSERVATIONS_FIELD_KNOWN_EXPLOITED" | "OBSERVATIONS_FIELD_RANSOMWARE_USE" | "OBSERVATIONS_FIELD_SOURCE" | "OBSERVATIONS_FIELD_TAG" | "OBSERVATIONS_FIELD_GROUP" | "OBSERVATIONS_FIELD_FIRST_SEEN" | "OBSERVATIONS_FIELD_LAST_SEEN" | "OBSERVATIONS_FIELD_RESOLVED_AT" | "OBSERVATIONS_FIELD_UPDATED_AT" | "OBSERVATIONS_FIELD_CREATED_AT" | "OBSERVATIONS_FIELD_FLAGGED_AT" | "OBSERVATIONS_FIELD_EXTERNAL_REFERENCE" | "OBSERVATIONS_FIELD_ASSIGNEE" | "OBSERVATIONS_FIELD_DUE_AT" | "OBSERVATIONS_FIELD_OVERDUE";
        };
        /** @description Compares one field. The comparison decides which form of value it takes. */
        ObservationFilterRule: {
            field: components["schemas"]["ObservationFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_EQUALS" | "COMPARISON_NOT_EQUALS" | "COMPARISON_CONTAINS" | "COMPARISON_NOT_CONTAINS" | "COMPARISON_STARTS_WITH" | "COMPARISON_ENDS_WITH" | "COMPARISON_GREATER_THAN" | "COMPARISON_GREATER_THAN_OR_EQUAL" | "COMPARISON_LESS_THAN" | "COMPARISON_LESS_THAN_OR_EQUAL";
            value: components["schemas"]["FilterScalar"];
        } | {
            field: components["schemas"]["ObservationFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_IN" | "COMPARISON_NOT_IN";
            value: {
                stringListValue: {
                    values: string[];
                };
            };
        } | {
            field: components["schemas"]["ObservationFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_BETWEEN";
            value: components["schemas"]["FilterRange"];
        } | {
            field: components["schemas"]["ObservationFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_IS_SET" | "COMPARISON_IS_NOT_SET";
            value?: null;
        };
        ScoredVendorFilter: {
            rule: components["schemas"]["ScoredVendorFilterRule"];
        };
        ScoredVendorFilterRuleField: {
            /** @enum {string} */
            observationsField: "OBSERVATIONS_FIELD_VENDOR";
        };
        /** @description Compares one field. The comparison decides which form of value it takes. */
        ScoredVendorFilterRule: {
            field: components["schemas"]["ScoredVendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_EQUALS" | "COMPARISON_NOT_EQUALS" | "COMPARISON_CONTAINS" | "COMPARISON_NOT_CONTAINS" | "COMPARISON_STARTS_WITH" | "COMPARISON_ENDS_WITH" | "COMPARISON_GREATER_THAN" | "COMPARISON_GREATER_THAN_OR_EQUAL" | "COMPARISON_LESS_THAN" | "COMPARISON_LESS_THAN_OR_EQUAL";
            value: components["schemas"]["FilterScalar"];
        } | {
            field: components["schemas"]["ScoredVendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_IN" | "COMPARISON_NOT_IN";
            value: {
                stringListValue: {
                    values: string[];
                };
            };
        } | {
            field: components["schemas"]["ScoredVendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_BETWEEN";
            value: components["schemas"]["FilterRange"];
        } | {
            field: components["schemas"]["ScoredVendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_IS_SET" | "COMPARISON_IS_NOT_SET";
            value?: null;
        };
        VendorFilter: {
            rule: components["schemas"]["VendorFilterRule"];
        };
        VendorFilterRuleField: {
            /** @enum {string} */
            vendorsField: "VENDORS_FIELD_ID" | "VENDORS_FIELD_DOMAIN_NAME" | "VENDORS_FIELD_COMPANY_NAME" | "VENDORS_FIELD_VENDOR_ID" | "VENDORS_FIELD_IS_MONITORED" | "VENDORS_FIELD_LIFECYCLE_STATUS" | "VENDORS_FIELD_RISK_LEVEL" | "VENDORS_FIELD_BUSINESS_IMPACT" | "VENDORS_FIELD_DATA_TYPE_SHARED" | "VENDORS_FIELD_ACCESS_TYPE" | "VENDORS_FIELD_DATA_REGION" | "VENDORS_FIELD_CONTRACT_VALUE" | "VENDORS_FIELD_CONTRACT_END_DATE" | "VENDORS_FIELD_VENDOR_GROUP" | "VENDORS_FIELD_SCORE" | "VENDORS_FIELD_CREATED_AT" | "VENDORS_FIELD_UPDATED_AT";
        };
        /** @description Compares one field. The comparison decides which form of value it takes. */
        VendorFilterRule: {
            field: components["schemas"]["VendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_EQUALS" | "COMPARISON_NOT_EQUALS" | "COMPARISON_CONTAINS" | "COMPARISON_NOT_CONTAINS" | "COMPARISON_STARTS_WITH" | "COMPARISON_ENDS_WITH" | "COMPARISON_GREATER_THAN" | "COMPARISON_GREATER_THAN_OR_EQUAL" | "COMPARISON_LESS_THAN" | "COMPARISON_LESS_THAN_OR_EQUAL";
            value: components["schemas"]["FilterScalar"];
        } | {
            field: components["schemas"]["VendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_IN" | "COMPARISON_NOT_IN";
            value: {
                stringListValue: {
                    values: string[];
                };
            };
        } | {
            field: components["schemas"]["VendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_BETWEEN";
            value: components["schemas"]["FilterRange"];
        } | {
            field: components["schemas"]["VendorFilterRuleField"];
            /** @enum {string} */
            comparison: "COMPARISON_IS_SET" | "COMPARISON_IS_NOT_SET";
            value?: null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    WhoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmIResult"];
                };
            };
        };
    };
    GetReference: {
        parameters: {
            query: {
                /**
                 * @description filters/observations, filters/vendors, scoring, or tools/ with the name of a tool.
                 * @example filters/observations
                 */
                topic: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetReferenceResult"];
                };
            };
        };
    };
    GetExploitedVendors: {
        parameters: {
            query?: {
                /**
                 * @description 50 when unset or 0, at most 200.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Rows to skip.
                 * @example 0
                 */
                offset?: number;
                /** @description Names of the fields to return; unset or *: all. Always returned: vendorDomain. */
                fields?: ("vendorDomain" | "vendorId" | "companyName" | "observationCount" | "criticalCount" | "ransomwareCount" | "cveIds" | "openSince" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetExploitedVendorsResult"];
                };
            };
        };
    };
    GetUnansweredCompanies: {
        parameters: {
            query: {
                /**
                 * @description Id of the event, from the feed.
                 * @example demo-payrollharbor-ransomware
                 */
                eventId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUnansweredCompaniesResult"];
                };
            };
        };
    };
    GetVendorChanges: {
        parameters: {
            query: {
                /**
                 * @description A vendor of the directory.
                 * @example cobaltpayments.com
                 */
                vendorDomain: string;
                /**
                 * @description At most 365 days ago.
                 * @example 2026-10-01T00:00:00.000Z
                 */
                since: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorChangesResult"];
                };
            };
        };
    };
    GetFourthPartyOutage: {
        parameters: {
            query: {
                /**
                 * @description Domain of the fourth party.
                 * @example google.com
                 */
                fourthPartyDomain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFourthPartyOutageResult"];
                };
            };
        };
    };
    GetAuditEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "outcomes": [
                 *           "AUDIT_OUTCOME_SUCCEEDED"
                 *         ]
                 *       },
                 *       "limit": 50
                 *     }
                 */
                "application/json": components["schemas"]["GetAuditEventsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuditEventsResult"];
                };
            };
        };
    };
    GetFourthParties: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 20,
                 *       "filters": {
                 *         "statuses": [
                 *           "FOURTH_PARTY_STATUS_NEW",
                 *           "FOURTH_PARTY_STATUS_ACTIVE"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GetFourthPartiesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFourthPartiesResult"];
                };
            };
        };
    };
    ExportFourthParties: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "EXPORT_FORMAT_JSONL",
                 *       "filters": {
                 *         "statuses": [
                 *           "FOURTH_PARTY_STATUS_NEW",
                 *           "FOURTH_PARTY_STATUS_ACTIVE"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExportFourthPartiesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["FourthPartyRelationship"] | components["schemas"]["ExportEnd"];
                    "text/csv": unknown;
                    "application/vnd.apache.parquet": unknown;
                };
            };
        };
    };
    GetFourthPartyGraph: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /**
                 * @description Vendors shown: 60 when unset, at most 200 (larger values are clamped). The vendors with the most connections to the page's fourth parties.
                 * @example 40
                 */
                vendorLimit?: number;
                /**
                 * @description Part of the fourth party's domain or company name, case-insensitive.
                 * @example cloud
                 */
                query?: string;
                /** @description Connections of these vendors. */
                vendorDomains?: string[];
                /** @description Connections to these fourth parties. */
                fourthPartyDomains?: string[];
                /** @description Unset: NEW and ACTIVE. */
                statuses?: components["schemas"]["FourthPartyStatus"][];
                /** @description Connections of one of these types. */
                connectionTypes?: components["schemas"]["FourthPartyConnectionType"][];
                /** @description Vendors in one of these groups. */
                vendorGroupIds?: string[];
                /** @description Whether the fourth party itself is a vendor in your portfolio. */
                isInDirectory?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFourthPartyGraphResult"];
                };
            };
        };
    };
    GetFourthPartyGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 20,
                 *       "sortField": "connectedVendorCount"
                 *     }
                 */
                "application/json": components["schemas"]["GetFourthPartyGroupsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFourthPartyGroupsResult"];
                };
            };
        };
    };
    GetFourthPartyVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fourthPartyDomain": "google.com",
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["GetFourthPartyVendorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFourthPartyVendorsResult"];
                };
            };
        };
    };
    GetVendorSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorDomain": "cobaltpayments.com",
                 *       "lookbackDays": 90
                 *     }
                 */
                "application/json": components["schemas"]["GetVendorSummaryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorSummaryResult"];
                };
            };
        };
    };
    GetCredentials: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: clientId. */
                fields?: ("clientId" | "name" | "scopes" | "authentication" | "allowedNetworks" | "createdAt" | "expiresAt" | "lastUsedAt" | "lastUsedAddress" | "rotatedAt" | "previousValidUntil" | "revokedAt" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCredentialsResult"];
                };
            };
        };
    };
    CreateCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "SIEM export",
                 *       "scopes": [
                 *         "findings.read",
                 *         "vendor-directory.read"
                 *       ],
                 *       "allowedNetworks": [
                 *         "192.0.2.0/24",
                 *         "2001:db8::/32"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateCredentialRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCredentialResult"];
                };
            };
        };
    };
    RotateCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The credential, by its client id.
                 * @example vrc_example
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["RotateCredentialRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateCredentialResult"];
                };
            };
        };
    };
    RevokeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The credential, by its client id.
                 * @example vrc_example-to-revoke
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RevokeCredentialRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeCredentialResult"];
                };
            };
        };
    };
    GetChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resourceTypes": [
                 *         "CHANGE_RESOURCE_TYPE_VENDOR_GROUP"
                 *       ],
                 *       "limit": 2
                 *     }
                 */
                "application/json": components["schemas"]["GetChangesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetChangesResult"];
                };
            };
        };
    };
    ImportObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "jsonl",
                 *       "content": "{\"host\":\"www.northwind-insurance.com\",\"title\":\"HTTP Strict Transport Security is missing\",\"observationType\":\"hsts_missing\",\"category\":\"WEB_APPLICATION_SECURITY\",\"severity\":\"LOW\",\"source\":{\"name\":\"manual\"}}",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["ImportObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportObservationsResult"];
                };
            };
        };
    };
    GetMonitoringRuns: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Only runs of this vendor (Vendor.id). */
                vendorId?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "vendorId" | "vendorDomain" | "status" | "startedAt" | "finishedAt" | "hosts" | "checks" | "created" | "resolved" | "reobserved" | "problems" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetMonitoringRunsResult"];
                };
            };
        };
    };
    RunMonitoring: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorIds": [
                 *         "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RunMonitoringRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunMonitoringResult"];
                };
            };
        };
    };
    GetObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 20,
                 *       "filters": [
                 *         {
                 *           "rule": {
                 *             "field": {
                 *               "observationsField": "OBSERVATIONS_FIELD_SEVERITY"
                 *             },
                 *             "comparison": "COMPARISON_GREATER_THAN_OR_EQUAL",
                 *             "value": {
                 *               "stringValue": "OBSERVATION_SEVERITY_HIGH"
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GetObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetObservationsResult"];
                };
            };
        };
    };
    ExportObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "EXPORT_FORMAT_JSONL",
                 *       "filters": [
                 *         {
                 *           "rule": {
                 *             "field": {
                 *               "observationsField": "OBSERVATIONS_FIELD_SEVERITY"
                 *             },
                 *             "comparison": "COMPARISON_GREATER_THAN_OR_EQUAL",
                 *             "value": {
                 *               "stringValue": "OBSERVATION_SEVERITY_HIGH"
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExportObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Observation"] | components["schemas"]["ExportEnd"];
                    "text/csv": unknown;
                    "application/vnd.apache.parquet": unknown;
                };
            };
        };
    };
    GetObservationGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 20,
                 *       "sortField": "observationCount"
                 *     }
                 */
                "application/json": components["schemas"]["GetObservationGroupsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetObservationGroupsResult"];
                };
            };
        };
    };
    GetObservationActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orn": "orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com"
                 *     }
                 */
                "application/json": components["schemas"]["GetObservationActionsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetObservationActionsResult"];
                };
            };
        };
    };
    ExportObservationActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "EXPORT_FORMAT_JSONL",
                 *       "mode": "OBSERVATION_MODE_ALL"
                 *     }
                 */
                "application/json": components["schemas"]["ExportObservationActionsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ObservationAction"] | components["schemas"]["ExportEnd"];
                    "text/csv": unknown;
                    "application/vnd.apache.parquet": unknown;
                };
            };
        };
    };
    GetObservationFilterOptionValues: {
        parameters: {
            query: {
                /**
                 * @description An OBSERVATIONS_FIELD member that has discrete values.
                 * @example OBSERVATIONS_FIELD_CATEGORY
                 */
                field: string;
                /** @description Unset: OPEN. */
                mode?: components["schemas"]["ObservationMode"];
                /** @description Only values or display names that contain this text; case-insensitive. */
                query?: string;
                /**
                 * @description 50 when unset or 0, at most 200.
                 * @example 50
                 */
                limit?: number;
                /** @description nextCursor of the previous page. */
                cursor?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: value. */
                fields?: ("value" | "displayName" | "count" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetObservationFilterOptionValuesResult"];
                };
            };
        };
    };
    GetObservation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Percent-encoded where needed.
                 * @example orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com
                 */
                orn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetObservationResult"];
                };
            };
        };
    };
    FlagObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "observationOrns": [
                 *         "orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FlagObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagObservationsResult"];
                };
            };
        };
    };
    FlagObservationGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupOrns": [
                 *         "orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FlagObservationGroupsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagObservationGroupsResult"];
                };
            };
        };
    };
    UnflagObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "observationOrns": [
                 *         "orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnflagObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnflagObservationsResult"];
                };
            };
        };
    };
    UnflagObservationGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupOrns": [
                 *         "orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnflagObservationGroupsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnflagObservationGroupsResult"];
                };
            };
        };
    };
    UpdateObservationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "observationOrns": [
                 *         "orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com"
                 *       ],
                 *       "approvalStatus": "APPROVAL_STATUS_TRIAGED_INTERNAL",
                 *       "comment": "Checked with the network team"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateObservationStatusRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateObservationStatusResult"];
                };
            };
        };
    };
    AnnotateObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "observationOrns": [
                 *         "orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com"
                 *       ],
                 *       "comment": "The ticket of the platform team",
                 *       "externalReferences": [
                 *         {
                 *           "system": "Jira",
                 *           "key": "SEC-1042",
                 *           "url": "https://northwind.example/browse/SEC-1042"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AnnotateObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotateObservationsResult"];
                };
            };
        };
    };
    AssignObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "observationOrns": [
                 *         "orn:1:observation:vrm:0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10:northwind-insurance.com"
                 *       ],
                 *       "assignee": "jo@northwind-insurance.com",
                 *       "dueAt": "2026-12-31T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["AssignObservationsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignObservationsResult"];
                };
            };
        };
    };
    GetPortfolioSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPortfolioSummaryResult"];
                };
            };
        };
    };
    GetQuestionnaires: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Only questionnaires for this vendor (Vendor.id). */
                vendorId?: string;
                /** @description Only questionnaires in this status. */
                status?: components["schemas"]["QuestionnaireStatus"];
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "templateId" | "templateName" | "vendorId" | "vendorDomain" | "status" | "questionCount" | "answeredCount" | "version" | "sender" | "dueAt" | "sentAt" | "remindedAt" | "submittedAt" | "reviewedAt" | "createdAt" | "updatedAt" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetQuestionnairesResult"];
                };
            };
        };
    };
    CreateQuestionnaire: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "templateId": "security-baseline",
                 *       "vendorId": "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10",
                 *       "dueAt": "2028-06-30T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateQuestionnaireRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateQuestionnaireResult"];
                };
            };
        };
    };
    GetQuestionnaireTemplates: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "name" | "version" | "description" | "questionCount" | "sections" | "updatedAt" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetQuestionnaireTemplatesResult"];
                };
            };
        };
    };
    GetReceivedQuestionnaires: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Only questionnaires in this status. */
                status?: components["schemas"]["QuestionnaireStatus"];
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "templateId" | "templateName" | "vendorId" | "vendorDomain" | "status" | "questionCount" | "answeredCount" | "version" | "sender" | "dueAt" | "sentAt" | "remindedAt" | "submittedAt" | "reviewedAt" | "createdAt" | "updatedAt" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetReceivedQuestionnairesResult"];
                };
            };
        };
    };
    GetQuestionnaire: {
        parameters: {
            query?: {
                /** @description The answers as they were submitted in this version. Absent: the current ones. */
                version?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the questionnaire.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetQuestionnaireResult"];
                };
            };
        };
    };
    SendQuestionnaire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the questionnaire.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dueAt": "2028-06-30T00:00:00Z",
                 *       "message": "Please answer by the end of the quarter."
                 *     }
                 */
                "application/json": components["schemas"]["SendQuestionnaireRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendQuestionnaireResult"];
                };
            };
        };
    };
    AnswerQuestionnaire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a questionnaire that was sent to your organization.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a13
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "questionId": "gov-policy",
                 *           "answer": "YES",
                 *           "comment": "Reviewed every year."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AnswerQuestionnaireRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireResult"];
                };
            };
        };
    };
    ImportQuestionnaireAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the questionnaire.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "question_id,answer,comment\ngov-policy,YES,Reviewed every year\n"
                 *     }
                 */
                "application/json": components["schemas"]["ImportQuestionnaireAnswersRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportQuestionnaireAnswersResult"];
                };
            };
        };
    };
    SubmitQuestionnaire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a questionnaire that was sent to your organization.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a14
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SubmitQuestionnaireRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireResult"];
                };
            };
        };
    };
    ReviewQuestionnaire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a questionnaire whose answers were submitted.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a15
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "QUESTIONNAIRE_DECISION_ACCEPTED"
                 *     }
                 */
                "application/json": components["schemas"]["ReviewQuestionnaireRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireResult"];
                };
            };
        };
    };
    GetRemediationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetRemediationPolicyResult"];
                };
            };
        };
    };
    UpdateRemediationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "daysBySeverity": {
                 *         "critical": 7,
                 *         "high": 30,
                 *         "medium": 90
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRemediationPolicyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateRemediationPolicyResult"];
                };
            };
        };
    };
    GetVendorScores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         {
                 *           "rule": {
                 *             "field": {
                 *               "observationsField": "OBSERVATIONS_FIELD_VENDOR"
                 *             },
                 *             "comparison": "COMPARISON_IN",
                 *             "value": {
                 *               "stringListValue": {
                 *                 "values": [
                 *                   "cobaltpayments.com",
                 *                   "payrollharbor.com"
                 *                 ]
                 *               }
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GetVendorScoresRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorScoresResult"];
                };
            };
        };
    };
    GetVendorScoreHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorDomains": [
                 *         "cobaltpayments.com",
                 *         "payrollharbor.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GetVendorScoreHistoryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorScoreHistoryResult"];
                };
            };
        };
    };
    GetScorePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorDomain": "payrollharbor.com",
                 *       "targetGrade": "SCORE_GRADE_B"
                 *     }
                 */
                "application/json": components["schemas"]["GetScorePlanRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetScorePlanResult"];
                };
            };
        };
    };
    GetScoreReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorDomain": "payrollharbor.com"
                 *     }
                 */
                "application/json": components["schemas"]["GetScoreReceiptRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetScoreReceiptResult"];
                };
            };
        };
    };
    GetSecurityEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "impacts": [
                 *           "SECURITY_EVENT_IMPACT_CONFIRMED",
                 *           "SECURITY_EVENT_IMPACT_LIKELY"
                 *         ]
                 *       },
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["GetSecurityEventsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecurityEventsResult"];
                };
            };
        };
    };
    ExportSecurityEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "EXPORT_FORMAT_JSONL",
                 *       "filters": {
                 *         "impacts": [
                 *           "SECURITY_EVENT_IMPACT_CONFIRMED",
                 *           "SECURITY_EVENT_IMPACT_LIKELY"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExportSecurityEventsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["SecurityEvent"] | components["schemas"]["ExportEnd"];
                    "text/csv": unknown;
                    "application/vnd.apache.parquet": unknown;
                };
            };
        };
    };
    GetSecurityEvent: {
        parameters: {
            query: {
                /**
                 * @description One of your own domains; any other is refused with ORG_MISMATCH.
                 * @example northwind-insurance.com
                 */
                org_domain: string;
                /**
                 * @description Id of the event, from the feed.
                 * @example demo-payrollharbor-ransomware
                 */
                event_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecurityEventResult"];
                };
            };
        };
    };
    GetSecurityEventImpactedCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "demo-payrollharbor-ransomware"
                 *     }
                 */
                "application/json": components["schemas"]["GetSecurityEventImpactedCompaniesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecurityEventImpactedCompaniesResult"];
                };
            };
        };
    };
    GetSecurityEventVendorDetail: {
        parameters: {
            query: {
                /**
                 * @description One of your own domains; any other is refused with ORG_MISMATCH.
                 * @example northwind-insurance.com
                 */
                org_domain: string;
                /**
                 * @description Id of the event, from the feed.
                 * @example demo-payrollharbor-ransomware
                 */
                event_id: string;
                /**
                 * @description A vendor in your directory; or one of your own domains, to see your own impact and the requests you received.
                 * @example payrollharbor.com
                 */
                vendor_domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecurityEventVendorDetailResult"];
                };
            };
        };
    };
    GetSecurityEventActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "demo-payrollharbor-ransomware",
                 *       "vendorDomain": "payrollharbor.com"
                 *     }
                 */
                "application/json": components["schemas"]["GetSecurityEventActionsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSecurityEventActionsResult"];
                };
            };
        };
    };
    RecordVendorResponse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "demo-payrollharbor-ransomware",
                 *       "responseStatus": "VENDOR_RESPONSE_STATUS_NOT_AFFECTED",
                 *       "message": "We use none of the affected systems."
                 *     }
                 */
                "application/json": components["schemas"]["RecordVendorResponseRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordVendorResponseResult"];
                };
            };
        };
    };
    RecordVendorResponseOnBehalf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "demo-payrollharbor-ransomware",
                 *       "vendorDomain": "payrollharbor.com",
                 *       "responseStatus": "VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION",
                 *       "message": "Their account manager wrote that the investigation is under way."
                 *     }
                 */
                "application/json": components["schemas"]["RecordVendorResponseOnBehalfRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordVendorResponseOnBehalfResult"];
                };
            };
        };
    };
    SendVrmRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "demo-payrollharbor-ransomware",
                 *       "vendorDomains": [
                 *         "payrollharbor.com"
                 *       ],
                 *       "message": "Are your systems affected, and what have you done about it?"
                 *     }
                 */
                "application/json": components["schemas"]["SendVrmRequestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendVrmRequestResult"];
                };
            };
        };
    };
    GetVendorGroups: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "name" | "description" | "memberCount" | "createdAt" | "updatedAt" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorGroupsResult"];
                };
            };
        };
    };
    CreateVendorGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Logistics partners",
                 *       "description": "Carriers and warehouses"
                 *     }
                 */
                "application/json": components["schemas"]["CreateVendorGroupRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateVendorGroupResult"];
                };
            };
        };
    };
    GetVendorGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorGroupResult"];
                };
            };
        };
    };
    DeleteVendorGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a12
                 */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteVendorGroupResult"];
                };
            };
        };
    };
    UpdateVendorGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Suppliers of software and of data"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateVendorGroupRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateVendorGroupResult"];
                };
            };
        };
    };
    AddVendorToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorIds": [
                 *         "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddVendorToGroupRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddVendorToGroupResult"];
                };
            };
        };
    };
    RemoveVendorFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendorIds": [
                 *         "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RemoveVendorFromGroupRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveVendorFromGroupResult"];
                };
            };
        };
    };
    GetVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 20,
                 *       "filters": [
                 *         {
                 *           "rule": {
                 *             "field": {
                 *               "vendorsField": "VENDORS_FIELD_RISK_LEVEL"
                 *             },
                 *             "comparison": "COMPARISON_IN",
                 *             "value": {
                 *               "stringListValue": {
                 *                 "values": [
                 *                   "RISK_LEVEL_HIGH",
                 *                   "RISK_LEVEL_CRITICAL"
                 *                 ]
                 *               }
                 *             }
                 *           }
                 *         }
                 *       ],
                 *       "sortField": "score",
                 *       "sortOrder": "SORT_ORDER_ASC"
                 *     }
                 */
                "application/json": components["schemas"]["GetVendorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorsResult"];
                };
            };
        };
    };
    ExportVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "EXPORT_FORMAT_JSONL",
                 *       "filters": [
                 *         {
                 *           "rule": {
                 *             "field": {
                 *               "vendorsField": "VENDORS_FIELD_RISK_LEVEL"
                 *             },
                 *             "comparison": "COMPARISON_IN",
                 *             "value": {
                 *               "stringListValue": {
                 *                 "values": [
                 *                   "RISK_LEVEL_HIGH",
                 *                   "RISK_LEVEL_CRITICAL"
                 *                 ]
                 *               }
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExportVendorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Vendor"] | components["schemas"]["ExportEnd"];
                    "text/csv": unknown;
                    "application/vnd.apache.parquet": unknown;
                };
            };
        };
    };
    CreateVendor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domainName": "https://www.figma.com/",
                 *       "vendorId": "SUP-2041",
                 *       "riskLevel": "RISK_LEVEL_MEDIUM",
                 *       "businessImpact": "BUSINESS_IMPACT_LOW",
                 *       "dataTypesShared": [
                 *         "DATA_TYPE_SHARED_INTELLECTUAL_PROPERTY"
                 *       ],
                 *       "accessTypes": [
                 *         "ACCESS_TYPE_SYSTEM_APPLICATION_ACCESS"
                 *       ],
                 *       "contractValue": "1800000",
                 *       "contractEndDate": "2028-06-30T00:00:00Z",
                 *       "dataRegion": "DATA_REGION_US",
                 *       "contacts": [
                 *         {
                 *           "name": "Security team",
                 *           "email": "security@figma.com",
                 *           "role": "CONTACT_ROLE_SECURITY",
                 *           "isPrimary": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateVendorRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateVendorResult"];
                };
            };
        };
    };
    BulkCreateVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vendors": [
                 *         {
                 *           "domainName": "notion.so",
                 *           "companyName": "Notion"
                 *         },
                 *         {
                 *           "domainName": "https://www.miro.com",
                 *           "dataRegion": "DATA_REGION_EU_EEA"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkCreateVendorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCreateVendorsResult"];
                };
            };
        };
    };
    BulkOffboardVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a11"
                 *       ],
                 *       "reason": "The contract has ended"
                 *     }
                 */
                "application/json": components["schemas"]["BulkOffboardVendorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOffboardVendorsResult"];
                };
            };
        };
    };
    BulkDeleteVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a12"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkDeleteVendorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDeleteVendorsResult"];
                };
            };
        };
    };
    BulkUpsertVendorsFromCsv: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "domain_name,company_name,risk_level,data_types_shared\nlinear.app,Linear,MEDIUM,EMPLOYEE|SOURCE_CODE\nhttps://www.loom.com,,LOW,\n",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["BulkUpsertVendorsFromCsvRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkUpsertVendorsFromCsvResult"];
                };
            };
        };
    };
    GetVendor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the vendor (Vendor.id).
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorResult"];
                };
            };
        };
    };
    UpdateVendor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the vendor (Vendor.id).
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "riskLevel": "RISK_LEVEL_HIGH",
                 *       "contractEndDate": "2028-12-31T00:00:00Z",
                 *       "dataRegion": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateVendorRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateVendorResult"];
                };
            };
        };
    };
    AnnotateVendor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the vendor (Vendor.id).
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": "Asked for the audit report",
                 *       "externalReferences": [
                 *         {
                 *           "system": "ServiceNow",
                 *           "key": "VRM0010042",
                 *           "url": "https://northwind.example/vrm/VRM0010042"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AnnotateVendorRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotateVendorResult"];
                };
            };
        };
    };
    GetVendorActions: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "actionType" | "occurredAt" | "actor" | "comment" | "externalReferences" | "removedExternalReferences" | "*")[];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the vendor (Vendor.id).
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetVendorActionsResult"];
                };
            };
        };
    };
    GetWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "name" | "url" | "eventTypes" | "filters" | "isEnabled" | "disabledReason" | "createdAt" | "updatedAt" | "lastDeliveryAt" | "secret" | "*")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWebhooksResult"];
                };
            };
        };
    };
    CreateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "SIEM",
                 *       "url": "https://hooks.example.com/vendor-risk",
                 *       "eventTypes": [
                 *         "observation.created",
                 *         "vendor.score_changed"
                 *       ],
                 *       "isEnabled": false
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookResult"];
                };
            };
        };
    };
    GetWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWebhookResult"];
                };
            };
        };
    };
    DeleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a12
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWebhookResult"];
                };
            };
        };
    };
    UpdateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "SIEM and on-call",
                 *       "eventTypes": [
                 *         "observation.created",
                 *         "observation.reopened"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateWebhookResult"];
                };
            };
        };
    };
    RotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateWebhookSecretResult"];
                };
            };
        };
    };
    TestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookResult"];
                };
            };
        };
    };
    GetWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page: 50 by default or with 0, at most 200 (larger values are clamped).
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Rows to skip, from 0. Ignored when cursor is given.
                 * @example 0
                 */
                offset?: number;
                /** @description nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours. */
                cursor?: string;
                /** @description Unset: all. */
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /** @description Names of the fields to return; unset or *: all. Always returned: id. */
                fields?: ("id" | "eventType" | "status" | "attempts" | "nextAttemptAt" | "createdAt" | "*")[];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWebhookDeliveriesResult"];
                };
            };
        };
    };
    RedeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example 0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-01T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RedeliverWebhookRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliverWebhookResult"];
                };
            };
        };
    };
}
