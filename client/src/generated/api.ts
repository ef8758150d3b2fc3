// Written by scripts/write-client.mjs from openapi.json: npm run openapi

import type { CallOptions } from '../call-options.ts';
import type { ExportStream } from '../export-stream.ts';
import type { Paged } from '../paged.ts';
import type { Line, Request, Result, Row } from '../operation-types.ts';

/** Every operation of the service, by what it is about. */
export interface Api {
  readonly account: {
    /** WhoAmI: Show the credential and organization behind the token. The credential, its organization, scopes, view and rate limit. Any valid token may call it. */
    whoAmI(request?: Request<'WhoAmI'>, options?: CallOptions): Promise<Result<'WhoAmI'>>;
  };
  readonly agents: {
    /** GetReference: Read how filters, scores or a tool work. Topics: filters/observations and filters/vendors (syntax, fields, values and examples of filters), scoring (how scores are calculated), tools/ with the name of a tool (its whole description, input and output schema). */
    getReference(request: Request<'GetReference'>, options?: CallOptions): Promise<Result<'GetReference'>>;
    /** GetExploitedVendors: Which vendors are hit by actively exploited weaknesses. Vendors with open observations whose weakness attackers are known to use, most urgent first, with counts and CVEs. For the observations use GetObservations with KNOWN_EXPLOITED; for counts per CVE, GetObservationGroups. */
    getExploitedVendors(request?: Request<'GetExploitedVendors'>, options?: CallOptions): Promise<Result<'GetExploitedVendors'>>;
    /** GetUnansweredCompanies: Who has not answered about a security event. Vendors that have not answered your request about the event, and impacted ones that you have not asked. Needs the VRM entitlement. To ask them use SendVrmRequest; for all companies of the event, GetSecurityEventImpactedCompanies. */
    getUnansweredCompanies(request: Request<'GetUnansweredCompanies'>, options?: CallOptions): Promise<Result<'GetUnansweredCompanies'>>;
    /** GetVendorChanges: What changed for a vendor since a time. Observations recorded and resolved, the score then and now, security events and fourth parties that are new. To follow all changes of everything use GetChanges. */
    getVendorChanges(request: Request<'GetVendorChanges'>, options?: CallOptions): Promise<Result<'GetVendorChanges'>>;
    /** GetFourthPartyOutage: Where an outage of a fourth party would hurt. How much of the portfolio uses the fourth party, and the vendors, critical ones first, with what they use it for. For evidence use GetFourthPartyVendors; to compare fourth parties, GetFourthPartyGroups. */
    getFourthPartyOutage(request: Request<'GetFourthPartyOutage'>, options?: CallOptions): Promise<Result<'GetFourthPartyOutage'>>;
  };
  readonly auditEvents: {
    /** GetAuditEvents: List who changed what, newest first. Every write of your organization through REST, MCP or by the operator, every token issued, and refused authentications, which are summed up per credential and minute. Reads are not recorded. Filter by actor, operation, object, outcome, address or time. For the history of one observation use GetObservationActions. Pages by cursor or offset; there is no total count. */
    list(request?: Request<'GetAuditEvents'>, options?: CallOptions): Paged<Row<'GetAuditEvents', 'auditEvents'>, Result<'GetAuditEvents'>>;
  };
  readonly changes: {
    /** GetChanges: Follow every change. Returns everything once, then every change, in one order: store nextCursor and call again. No committed change is lost; a resource that changed several times appears once, in its current state, at its latest change. REMOVED: deleted, or no longer shown to you. A later lastSeen alone is not a change, nor is a field that changes only with time, such as isOverdue. A change may be delivered more than once. A security event appears in the first view that shows it, VRM before SELF. To search or count, use the lists. */
    list(request?: Request<'GetChanges'>, options?: CallOptions): Paged<Row<'GetChanges', 'changes'>, Result<'GetChanges'>>;
  };
  readonly credentials: {
    /** GetCredentials: List the credentials of the organization, newest first. Without secrets. Shows what each may do, when it expires, and when and from where it was last used. */
    list(request?: Request<'GetCredentials'>, options?: CallOptions): Paged<Row<'GetCredentials', 'credentials'>, Result<'GetCredentials'>>;
    /** CreateCredential: Create a credential. The answer shows the client secret, once. With jwks the client authenticates with its own keys (private_key_jwt) and has no secret. It is never wider than the calling credential: more scopes are refused with SCOPE_MISSING, other networks and a later expiry with CREDENTIAL_WIDER. */
    create(request: Request<'CreateCredential'>, options?: CallOptions): Promise<Result<'CreateCredential'>>;
    /** RotateCredential: Give a credential a new secret or new keys. The answer shows the new client secret, once. The old one and its tokens end at once, or after overlapSeconds. A credential that is wider than the calling one is refused, with SCOPE_MISSING or CREDENTIAL_WIDER. */
    rotate(request: Request<'RotateCredential'>, options?: CallOptions): Promise<Result<'RotateCredential'>>;
    /** RevokeCredential: Revoke a credential permanently. Its secret and all its tokens stop working within a second. This cannot be undone. A credential that is wider than the calling one is refused, with SCOPE_MISSING or CREDENTIAL_WIDER. The example works only once: the second call returns CREDENTIAL_REVOKED. */
    revoke(request: Request<'RevokeCredential'>, options?: CallOptions): Promise<Result<'RevokeCredential'>>;
  };
  readonly fourthParties: {
    /** GetFourthParties: List relationships between vendors and fourth parties. One row per vendor of the portfolio and company found in its DNS records or web pages, with the evidence. For the fourth parties most vendors depend on, use GetFourthPartyGroups; for the counts of one vendor, GetVendorSummary. Relationships are detected from imported DNS records and web pages, and from monitoring runs. Offboarded vendors are excluded. */
    list(
      request?: Request<'GetFourthParties'>,
      options?: CallOptions,
    ): Paged<Row<'GetFourthParties', 'fourthParties'>, Result<'GetFourthParties'>>;
    /** ExportFourthParties: Stream all relationships with fourth parties that match. Every relationship that GetFourthParties would list with the same filters, as one stream of one consistent snapshot, in no particular order. JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes. */
    export(
      request?: Request<'ExportFourthParties'>,
      options?: CallOptions,
    ): ExportStream<Line<'ExportFourthParties', 'application/x-ndjson'>>;
    /** GetFourthPartyGraph: Read vendors and fourth parties as nodes and edges. The fourth parties with the most connected vendors, the vendors most connected to them, and every connection between them. /docs/graph draws it. Paging is over the fourth parties. For tables use GetFourthPartyGroups and GetFourthParties. */
    getGraph(request?: Request<'GetFourthPartyGraph'>, options?: CallOptions): Promise<Result<'GetFourthPartyGraph'>>;
    /** GetFourthPartyGroups: List fourth parties with the vendors that depend on them. Concentration risk: for each fourth party the number of connected vendors, their share of the portfolio, how many of them are critical, and the number of open security events that name it as a victim. Counts NEW and ACTIVE relationships unless statuses is set. For the vendors themselves use GetFourthPartyVendors. */
    listGroups(
      request?: Request<'GetFourthPartyGroups'>,
      options?: CallOptions,
    ): Paged<Row<'GetFourthPartyGroups', 'fourthPartyGroups'>, Result<'GetFourthPartyGroups'>>;
    /** GetFourthPartyVendors: List the vendors connected to a fourth party. Vendors of the portfolio that use the fourth party, each with status, products and evidence. NEW and ACTIVE relationships unless statuses is set. A fourth party without connected vendors returns an empty list. */
    listVendors(
      request: Request<'GetFourthPartyVendors'>,
      options?: CallOptions,
    ): Paged<Row<'GetFourthPartyVendors', 'vendors'>, Result<'GetFourthPartyVendors'>>;
    /** GetVendorSummary: Count one vendor's fourth parties. The number of fourth parties of a vendor by status and connection type, and how many it shares with other vendors of the portfolio. With lookbackDays, only relationships seen in that time count. An unknown or offboarded vendor is NOT_FOUND. */
    getVendorSummary(request: Request<'GetVendorSummary'>, options?: CallOptions): Promise<Result<'GetVendorSummary'>>;
  };
  readonly monitoring: {
    /** GetMonitoringRuns: List monitoring runs, newest first. One run is one scan of one vendor. Its observations have the source `monitor`; GetObservations lists them. What could not be seen is in `problems`. */
    listRuns(
      request?: Request<'GetMonitoringRuns'>,
      options?: CallOptions,
    ): Paged<Row<'GetMonitoringRuns', 'runs'>, Result<'GetMonitoringRuns'>>;
    /** RunMonitoring: Scan vendors now. Queues a run for each vendor, which must be monitored and not on the opt-out list; it starts within a minute. The service also scans every monitored vendor on its schedule, once a day by default. GetMonitoringRuns shows the results. */
    run(request: Request<'RunMonitoring'>, options?: CallOptions): Promise<Result<'RunMonitoring'>>;
  };
  readonly observations: {
    /** ImportObservations: Import findings from a scanner's output. Imports the whole file or nothing. Known findings are recognized; resolved ones that are seen again are reopened. The vendor of a finding is the one whose domain matches its host, else vendorDomain. For files over 5 MiB use the command line. */
    import(request: Request<'ImportObservations'>, options?: CallOptions): Promise<Result<'ImportObservations'>>;
    /** GetObservations: List observations. The findings of the caller's view, newest first by default. Filters nest (AND, OR, NOT) and combine with the open/resolved mode. For counts per CVE or type use GetObservationGroups; for the values a filter can take, GetObservationFilterOptionValues. Paging by cursor in the default order returns every observation that exists throughout exactly once. */
    list(
      request?: Request<'GetObservations'>,
      options?: CallOptions,
    ): Paged<Row<'GetObservations', 'observations'>, Result<'GetObservations'>>;
    /** ExportObservations: Stream all observations that match. Every observation that GetObservations would list with the same filters and mode, as one stream of one consistent snapshot, in no particular order. JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes. */
    export(
      request?: Request<'ExportObservations'>,
      options?: CallOptions,
    ): ExportStream<Line<'ExportObservations', 'application/x-ndjson'>>;
    /** GetObservationGroups: List observations rolled up into groups. Observations with the same CVE, else of the same type, form a group. Counts cover the observations that match the request; vendorCount, flaggedCount, first and last sighting describe the whole group in the requested mode. */
    listGroups(
      request?: Request<'GetObservationGroups'>,
      options?: CallOptions,
    ): Paged<Row<'GetObservationGroups', 'observationGroups'>, Result<'GetObservationGroups'>>;
    /** GetObservationActions: Read the history of one observation. Newest first: first sighting, flags and their removal, status changes, reopenings, changes of severity. */
    getActions(request: Request<'GetObservationActions'>, options?: CallOptions): Promise<Result<'GetObservationActions'>>;
    /** ExportObservationActions: Stream the history of all observations that match. What GetObservationActions returns for one observation, for every observation that GetObservations would list with the same filters and mode: one stream of one consistent snapshot, in no particular order. JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes. */
    exportActions(
      request?: Request<'ExportObservationActions'>,
      options?: CallOptions,
    ): ExportStream<Line<'ExportObservationActions', 'application/x-ndjson'>>;
    /** GetObservationFilterOptionValues: List the values of a filterable field. Each value with its number of observations, highest first, limited to what the caller may see. For filter menus. */
    listFilterOptionValues(
      request: Request<'GetObservationFilterOptionValues'>,
      options?: CallOptions,
    ): Paged<Row<'GetObservationFilterOptionValues', 'values'>, Result<'GetObservationFilterOptionValues'>>;
    /** GetObservation: Read one observation by its ORN. The owner domain in the ORN must be the caller's own; a VRM ORN needs an active entitlement, which every call checks in the database. Includes the vendor's contacts. */
    get(request: Request<'GetObservation'>, options?: CallOptions): Promise<Result<'GetObservation'>>;
    /** FlagObservations: Flag observations for follow-up. By ORN (at most 1,000, all or nothing) or by filter (any number of open observations). Flagging is idempotent: an observation that is already flagged is counted as such. The ORN of a resolved observation fails the whole call. */
    flag(request?: Request<'FlagObservations'>, options?: CallOptions): Promise<Result<'FlagObservations'>>;
    /** FlagObservationGroups: Flag whole observation groups. By group ORN (at most 200) or by filter: every group with an open observation that matches. The groups and all their open observations are flagged; the counts are numbers of groups. */
    flagGroups(request?: Request<'FlagObservationGroups'>, options?: CallOptions): Promise<Result<'FlagObservationGroups'>>;
    /** UnflagObservations: Remove the flag of observations. By ORN (at most 1,000, all or nothing) or by filter (open ones, any number), by the rules of FlagObservations. Observations without a flag are no error and are counted as not flagged. Both the flag and its removal stay in the history. */
    unflag(request?: Request<'UnflagObservations'>, options?: CallOptions): Promise<Result<'UnflagObservations'>>;
    /** UnflagObservationGroups: Remove the flag of whole observation groups. By group ORN (at most 200) or by filter: every group with an open observation that matches. The groups and all their open observations lose their flag; the counts are of groups. */
    unflagGroups(request?: Request<'UnflagObservationGroups'>, options?: CallOptions): Promise<Result<'UnflagObservationGroups'>>;
    /** UpdateObservationStatus: Move observations to another approval status. Open observations move to TRIAGED_INTERNAL, TRIAGED_EXTERNAL, RESOLVED or EXCLUDED (which needs a comment); RESOLVED and EXCLUDED ones move back to BACKLOG. By ORN, any other transition fails the whole call; by filter, observations that cannot move stay unchanged and are counted in skipped. Scores are updated at once. */
    updateStatus(request: Request<'UpdateObservationStatus'>, options?: CallOptions): Promise<Result<'UpdateObservationStatus'>>;
    /** AnnotateObservations: Comment on observations and link tickets. Adds a comment to the history, sets external references (system and key, such as a Jira issue) and removes others. By ORN (at most 1,000, all or nothing, resolved ones included) or by filter (any number of open observations). Setting a reference that is already there changes its URL. Imports and rescans keep references. */
    annotate(request?: Request<'AnnotateObservations'>, options?: CallOptions): Promise<Result<'AnnotateObservations'>>;
    /** AssignObservations: Give observations an owner and a due date. Sets assignee (a name or e-mail address) and dueAt; null clears, absent stays. By ORN (at most 1,000, all or nothing, resolved ones included) or by filter (any number of open observations). A due date given here takes precedence over the remediation policy, which applies again when it is cleared. Imports and rescans keep both. */
    assign(request?: Request<'AssignObservations'>, options?: CallOptions): Promise<Result<'AssignObservations'>>;
    /** GetVendorScores: Read the scores of vendors. Overall (higher is safer), breach-likelihood and ransomware scores (higher is worse) with their factors, for 1 to 200 domains selected by VENDOR EQUALS or IN rules. Computed from open observations; current after every write. Known vendors without a score are listed separately, with the reason. */
    getVendorScores(request: Request<'GetVendorScores'>, options?: CallOptions): Promise<Result<'GetVendorScores'>>;
    /** GetVendorScoreHistory: Read how the scores of vendors changed. The scores of up to 50 vendors at the end of each UTC day, how many observations were opened and resolved on that day, and the categories that moved the score. Unset range: the last 30 days; at most 366. For current scores with all factors use GetVendorScores. */
    getVendorScoreHistory(request: Request<'GetVendorScoreHistory'>, options?: CallOptions): Promise<Result<'GetVendorScoreHistory'>>;
    /** GetScorePlan: Read what a vendor should fix first. The fewest groups of open observations whose resolution brings the overall score of a vendor to a target grade or score, each with the score after it. Without a target, all groups that weigh on the score, in order of gain. Use it for "what should they fix first"; GetVendorScores says what the score is made of. */
    getScorePlan(request: Request<'GetScorePlan'>, options?: CallOptions): Promise<Result<'GetScorePlan'>>;
    /** GetScoreReceipt: Read a signed receipt of a score. A signed statement of the current scores of a vendor with the version of the model and every count they were computed from. `vendor-risk score verify` checks it and computes the scores again, without this service. */
    getScoreReceipt(request: Request<'GetScoreReceipt'>, options?: CallOptions): Promise<Result<'GetScoreReceipt'>>;
  };
  readonly portfolio: {
    /** GetPortfolioSummary: Read the state of all vendors in one call. For a dashboard: vendors by grade now, 30 and 90 days ago, the worst and the fastest falling vendors, open critical observations by age, overdue observations, unanswered requests about security events, and the most used fourth parties. Current after every write. /docs/portfolio shows it. For the days between use GetVendorScoreHistory. */
    getSummary(request?: Request<'GetPortfolioSummary'>, options?: CallOptions): Promise<Result<'GetPortfolioSummary'>>;
  };
  readonly questionnaires: {
    /** GetQuestionnaires: List questionnaires, newest first. Without questions; GetQuestionnaire returns those. Can be filtered by vendor and status. Pages by cursor or offset. */
    list(
      request?: Request<'GetQuestionnaires'>,
      options?: CallOptions,
    ): Paged<Row<'GetQuestionnaires', 'questionnaires'>, Result<'GetQuestionnaires'>>;
    /** CreateQuestionnaire: Create a questionnaire for a vendor from a template. Starts as a DRAFT with a copy of the questions, so a later change of the template does not alter it. The vendor must be in the directory and not offboarded: find its id with GetVendors, and the template with GetQuestionnaireTemplates. Every call creates a new questionnaire. */
    create(request: Request<'CreateQuestionnaire'>, options?: CallOptions): Promise<Result<'CreateQuestionnaire'>>;
    /** GetQuestionnaireTemplates: List questionnaire templates. With the title and number of questions of each section. All organizations share the same templates. */
    listTemplates(
      request?: Request<'GetQuestionnaireTemplates'>,
      options?: CallOptions,
    ): Paged<Row<'GetQuestionnaireTemplates', 'templates'>, Result<'GetQuestionnaireTemplates'>>;
    /** GetReceivedQuestionnaires: List questionnaires that other organizations sent to you, newest first. Customers that have your domain in their vendor directory send them. sender says who asks. GetQuestionnaire returns the questions, AnswerQuestionnaire saves answers. Pages by cursor or offset. */
    listReceived(
      request?: Request<'GetReceivedQuestionnaires'>,
      options?: CallOptions,
    ): Paged<Row<'GetReceivedQuestionnaires', 'questionnaires'>, Result<'GetReceivedQuestionnaires'>>;
    /** GetQuestionnaire: Read one questionnaire with its questions. Your own, or one that was sent to you. Returns the fields of the list plus the questions with their answers, and every submitted version with the decision and the comments of the reviewer. */
    get(request: Request<'GetQuestionnaire'>, options?: CallOptions): Promise<Result<'GetQuestionnaire'>>;
    /** SendQuestionnaire: Send a questionnaire to its vendor. To the organization here that owns the domain of the vendor, or by a link that is valid for 30 days, for a vendor without an account. Sending again replaces the link or the channel; answers given so far stay. The status becomes SENT. Channel NONE takes the questionnaire back: the link is revoked at once, also after the answers were submitted, and a questionnaire without answers is a DRAFT again. */
    send(request: Request<'SendQuestionnaire'>, options?: CallOptions): Promise<Result<'SendQuestionnaire'>>;
    /** AnswerQuestionnaire: Save answers to a questionnaire that was sent to you. Some of the answers or all of them, as often as needed; what is not named stays. Files are references by URL. The customer sees the number of answers given so far, and the answers. SubmitQuestionnaire submits them. */
    answer(request: Request<'AnswerQuestionnaire'>, options?: CallOptions): Promise<Result<'AnswerQuestionnaire'>>;
    /** ImportQuestionnaireAnswers: Import answers that a vendor sent in a file. CSV with the columns question_id, answer and comment; question ids are those of GetQuestionnaire. An invalid row is rejected with its reason, and the others are stored; an empty cell changes nothing. With submit, the answers are also submitted, or nothing is stored when some are missing. Also works before the questionnaire is sent. */
    importAnswers(request: Request<'ImportQuestionnaireAnswers'>, options?: CallOptions): Promise<Result<'ImportQuestionnaireAnswers'>>;
    /** SubmitQuestionnaire: Submit the answers to a questionnaire that was sent to you. Every question needs an answer or, where none applies, a comment. The answers are kept as a version, and cannot be changed until the customer returns them. The example works only once: the second call returns QUESTIONNAIRE_STATUS_CONFLICT. */
    submit(request: Request<'SubmitQuestionnaire'>, options?: CallOptions): Promise<Result<'SubmitQuestionnaire'>>;
    /** ReviewQuestionnaire: Accept or return submitted answers. ACCEPTED completes the questionnaire and ends its link. RETURNED needs at least one comment, on a question or on the whole; the vendor sees it, changes the answers and submits the next version. The example works only once: the second call returns QUESTIONNAIRE_STATUS_CONFLICT. */
    review(request: Request<'ReviewQuestionnaire'>, options?: CallOptions): Promise<Result<'ReviewQuestionnaire'>>;
  };
  readonly remediationPolicy: {
    /** GetRemediationPolicy: Read how long findings may stay open. Days per severity, counted from firstSeen. They set dueAt of observations without a due date from AssignObservations. */
    get(request?: Request<'GetRemediationPolicy'>, options?: CallOptions): Promise<Result<'GetRemediationPolicy'>>;
    /** UpdateRemediationPolicy: Change how long findings may stay open. Sets days per severity; null: that severity has no due date. With at least one severity set, a finding known to be exploited takes the due date of the KEV catalogue instead. All observations follow at once, resolved ones included; due dates given by AssignObservations stay. */
    update(request: Request<'UpdateRemediationPolicy'>, options?: CallOptions): Promise<Result<'UpdateRemediationPolicy'>>;
  };
  readonly securityEvents: {
    /** GetSecurityEvents: List security events that affect your vendors or yourself. Breaches, exploited vulnerabilities and similar, newest first by default, with the number of companies each one affects. view VRM (the default) is about vendors in your directory and needs the VRM entitlement, otherwise 403 ENTITLEMENT_MISSING; view SELF is about your own domains and the requests you received. In the default order, paging returns every event that exists throughout exactly once; sorted by updatedAt, severity or impactedCompanyCount, which change, it can miss an event that moves. For the companies affected by one event, use GetSecurityEventImpactedCompanies. */
    list(
      request?: Request<'GetSecurityEvents'>,
      options?: CallOptions,
    ): Paged<Row<'GetSecurityEvents', 'securityEvents'>, Result<'GetSecurityEvents'>>;
    /** ExportSecurityEvents: Stream all security events that match. Every event that GetSecurityEvents would list with the same view and filters, as one stream of one consistent snapshot, in no particular order. JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes. */
    export(
      request?: Request<'ExportSecurityEvents'>,
      options?: CallOptions,
    ): ExportStream<Line<'ExportSecurityEvents', 'application/x-ndjson'>>;
    /** GetSecurityEvent: Read one security event with its timeline and sources. Answers 404 for an event related to neither your vendors nor your own domains. If it is related to both, the VRM view is returned. */
    get(request: Request<'GetSecurityEvent'>, options?: CallOptions): Promise<Result<'GetSecurityEvent'>>;
    /** GetSecurityEventImpactedCompanies: List the vendors affected by a security event. Every vendor that is a victim of the event, has observations with its CVEs, depends on a victim, responded to it or received a request about it, with counts over all of them. Needs the VRM entitlement. For the reasoning about one vendor, use GetSecurityEventVendorDetail. */
    listImpactedCompanies(
      request: Request<'GetSecurityEventImpactedCompanies'>,
      options?: CallOptions,
    ): Paged<Row<'GetSecurityEventImpactedCompanies', 'companies'>, Result<'GetSecurityEventImpactedCompanies'>>;
    /** GetSecurityEventVendorDetail: Explain the impact of a security event on one vendor. The impact with all facts behind it, the vendor's response, and the requests sent with their answers. With one of your own domains as vendor_domain, your own impact and the requests you received. */
    getVendorDetail(
      request: Request<'GetSecurityEventVendorDetail'>,
      options?: CallOptions,
    ): Promise<Result<'GetSecurityEventVendorDetail'>>;
    /** GetSecurityEventActions: List the history of a security event and one vendor, newest first. Requests, responses and changes of the impact; the very last entry is the synthetic FIRST_SEEN. Accepts one of your own domains too. */
    getActions(request: Request<'GetSecurityEventActions'>, options?: CallOptions): Promise<Result<'GetSecurityEventActions'>>;
    /** RecordVendorResponse: Record your own organization's response to a security event. Covers all your domains and is visible only to organizations with one of them in their directory. It overrides your derived impact and answers the requests received so far. Repeating the same response changes nothing and returns the first entry. 409 for a closed event. To record what a vendor told you, use RecordVendorResponseOnBehalf. */
    recordVendorResponse(request: Request<'RecordVendorResponse'>, options?: CallOptions): Promise<Result<'RecordVendorResponse'>>;
    /** RecordVendorResponseOnBehalf: Record what a vendor told you about a security event. For answers that came by e-mail or telephone. Only your organization sees the record; it is marked isOnBehalf, overrides the derived impact of that vendor for you, and answers the requests you sent before receivedAt. Repeating the same record changes nothing and returns the first entry. 409 for a closed event. Needs the VRM entitlement. */
    recordVendorResponseOnBehalf(
      request: Request<'RecordVendorResponseOnBehalf'>,
      options?: CallOptions,
    ): Promise<Result<'RecordVendorResponseOnBehalf'>>;
    /** SendVrmRequest: Send requests to vendors about a security event. Up to 100 vendors in your directory per call; if one of them is not in it, no request is sent. An organization on the platform that owns the domain sees the event and the request, and its response marks the request ANSWERED. Every call sends new requests: use an Idempotency-Key if you may retry. Needs the VRM entitlement. */
    sendVrmRequest(request: Request<'SendVrmRequest'>, options?: CallOptions): Promise<Result<'SendVrmRequest'>>;
  };
  readonly vendorGroups: {
    /** GetVendorGroups: List vendor groups, newest first. Pages by cursor or offset. Paging by cursor returns every group that exists throughout exactly once. */
    list(
      request?: Request<'GetVendorGroups'>,
      options?: CallOptions,
    ): Paged<Row<'GetVendorGroups', 'vendorGroups'>, Result<'GetVendorGroups'>>;
    /** CreateVendorGroup: Create a vendor group. The group starts empty. The name of another active group is refused with ALREADY_EXISTS. The example works only once: the second call returns VENDOR_GROUP_NAME_TAKEN. */
    create(request: Request<'CreateVendorGroup'>, options?: CallOptions): Promise<Result<'CreateVendorGroup'>>;
    /** GetVendorGroup: Read one vendor group. One active group by its id; an archived one is not found. To find a group by its name, page through GetVendorGroups. */
    get(request: Request<'GetVendorGroup'>, options?: CallOptions): Promise<Result<'GetVendorGroup'>>;
    /** UpdateVendorGroup: Change the name or description of a vendor group. Absent fields stay unchanged; null removes the description. Send If-Match with the ETag of GetVendorGroup to get 412 if the group was edited since. */
    update(request: Request<'UpdateVendorGroup'>, options?: CallOptions): Promise<Result<'UpdateVendorGroup'>>;
    /** DeleteVendorGroup: Archive a vendor group. Frees its name. Its vendors stay in the directory. The example works only once: the second call returns VENDOR_GROUP_NOT_FOUND. */
    delete(request: Request<'DeleteVendorGroup'>, options?: CallOptions): Promise<Result<'DeleteVendorGroup'>>;
    /** AddVendorToGroup: Add vendors to a group. Up to 500 vendors by id. A vendor that is already in the group stays in it; an id that is not in the directory fails the whole call with NOT_FOUND. Find ids with GetVendors. */
    addVendorToGroup(request: Request<'AddVendorToGroup'>, options?: CallOptions): Promise<Result<'AddVendorToGroup'>>;
    /** RemoveVendorFromGroup: Remove vendors from a group. Up to 500 vendors by id; ids that are not in the group are ignored. The vendors stay in the directory. */
    removeVendorFromGroup(request: Request<'RemoveVendorFromGroup'>, options?: CallOptions): Promise<Result<'RemoveVendorFromGroup'>>;
  };
  readonly vendors: {
    /** GetVendors: List, filter and sort the vendor directory. Finds vendors by domain, name, group, risk, contract or score, and returns their ids. Offboarded vendors appear only with a rule on LIFECYCLE_STATUS. Filters are a flat list of at most 20 rules, all of which must match. Pages by cursor (up to 200 rows) or offset. For findings about vendors use GetObservations, for score details GetVendorScores. */
    list(request?: Request<'GetVendors'>, options?: CallOptions): Paged<Row<'GetVendors', 'vendors'>, Result<'GetVendors'>>;
    /** ExportVendors: Stream all vendors that match. Every vendor that GetVendors would list with the same filters, as one stream of one consistent snapshot, in no particular order. JSON lines end with a line that proves completeness; CSV and Parquet with the HTTP trailer X-Export-Rows. One export of an organization runs at a time, for at most 15 minutes. */
    export(request?: Request<'ExportVendors'>, options?: CallOptions): ExportStream<Line<'ExportVendors', 'application/x-ndjson'>>;
    /** CreateVendor: Add one vendor to the directory. Accepts a domain, host or URL and stores its host. A domain that is already in the directory, even offboarded, is refused with ALREADY_EXISTS, with its id in the metadata. isMonitored uses a monitoring slot; without a free one the call is refused. For many vendors use BulkCreateVendors or BulkUpsertVendorsFromCsv. The example works only once: the second call returns VENDOR_ALREADY_EXISTS. */
    create(request: Request<'CreateVendor'>, options?: CallOptions): Promise<Result<'CreateVendor'>>;
    /** BulkCreateVendors: Add up to 500 vendors. Rows are processed in order and independently: each is SUCCESS, ALREADY_EXISTS (with the id of the vendor that has the domain) or ERROR, in the order of the request. More than 500 rows are refused before any is processed. Vendors start unmonitored; set risk, contract and monitoring with UpdateVendor, or use BulkUpsertVendorsFromCsv for more rows and all fields. The example works only once: the second call returns ALREADY_EXISTS. */
    bulkCreate(request: Request<'BulkCreateVendors'>, options?: CallOptions): Promise<Result<'BulkCreateVendors'>>;
    /** BulkOffboardVendors: Archive up to 500 vendors. Frees their monitoring slots and hides their observations; UpdateVendor can reactivate a vendor. A vendor that is already offboarded counts as SUCCESS and keeps its reason. To delete vendors permanently use BulkDeleteVendors. */
    bulkOffboard(request: Request<'BulkOffboardVendors'>, options?: CallOptions): Promise<Result<'BulkOffboardVendors'>>;
    /** BulkDeleteVendors: Permanently delete up to 500 vendors. Deletes the vendors with their observations, scores, questionnaires and memberships. This cannot be undone: to keep the history, use BulkOffboardVendors. An unknown or repeated id is NOT_FOUND. The example works only once: the second call returns NOT_FOUND. */
    bulkDelete(request: Request<'BulkDeleteVendors'>, options?: CallOptions): Promise<Result<'BulkDeleteVendors'>>;
    /** BulkUpsertVendorsFromCsv: Create and change vendors from a CSV file. The first row names the columns: domain_name, which is the key and required, and any of company_name, vendor_id, is_monitored, risk_level, business_impact, data_types_shared, access_types, contract_value, contract_end_date, data_region. Comma, semicolon or tab; lists are separated by |, enumerations accept full or short names in any case. An empty cell leaves the field unchanged. At most 5 MiB and 10,000 rows. Each row is ACCEPTED, REJECTED or SKIPPED on its own; the same file a second time changes nothing. dryRun returns the outcomes without changing anything. */
    bulkUpsertFromCsv(request: Request<'BulkUpsertVendorsFromCsv'>, options?: CallOptions): Promise<Result<'BulkUpsertVendorsFromCsv'>>;
    /** GetVendor: Read one vendor. By the id assigned by the service (Vendor.id). To find a vendor by its domain use GetVendors with a DOMAIN_NAME rule. */
    get(request: Request<'GetVendor'>, options?: CallOptions): Promise<Result<'GetVendor'>>;
    /** UpdateVendor: Change one vendor. Absent fields stay unchanged, null or an UNSPECIFIED member clears a field, a list replaces the whole list. isMonitored takes or frees a monitoring slot, and lists or hides the observations. lifecycleStatus changes between ONBOARDING, ACTIVE and UNDER_REVIEW and reactivates an offboarded vendor, unmonitored; to offboard use BulkOffboardVendors. The domain cannot be changed. Send If-Match with the ETag of GetVendor to get 412 if the vendor was edited since. */
    update(request: Request<'UpdateVendor'>, options?: CallOptions): Promise<Result<'UpdateVendor'>>;
    /** AnnotateVendor: Comment on a vendor and link records of other systems. Adds a comment to the history of the vendor, sets external references (system and key, such as a contract in ServiceNow) and removes others. GetVendorActions lists the history. For findings use AnnotateObservations. */
    annotate(request: Request<'AnnotateVendor'>, options?: CallOptions): Promise<Result<'AnnotateVendor'>>;
    /** GetVendorActions: List the comments and references of a vendor. What AnnotateVendor recorded, newest first, with who did it. Who changed fields of the vendor is in the audit log. */
    listActions(
      request: Request<'GetVendorActions'>,
      options?: CallOptions,
    ): Paged<Row<'GetVendorActions', 'actions'>, Result<'GetVendorActions'>>;
  };
  readonly webhooks: {
    /** GetWebhooks: List webhooks, newest first. Without their secrets. An organization has at most 20. */
    list(request?: Request<'GetWebhooks'>, options?: CallOptions): Paged<Row<'GetWebhooks', 'webhooks'>, Result<'GetWebhooks'>>;
    /** CreateWebhook: Create a webhook: signed calls to your URL. The answer shows the secret that signs deliveries (Standard Webhooks), once. It receives events from now on, of every type unless eventTypes is set; filters apply to observation events. A URL with a non-public address is refused with WEBHOOK_URL_REFUSED. To poll for changes instead, use GetChanges. */
    create(request: Request<'CreateWebhook'>, options?: CallOptions): Promise<Result<'CreateWebhook'>>;
    /** GetWebhook: Read one webhook. Without its secret. GetWebhookDeliveries shows what was sent. */
    get(request: Request<'GetWebhook'>, options?: CallOptions): Promise<Result<'GetWebhook'>>;
    /** UpdateWebhook: Change, disable or enable a webhook. Absent fields stay unchanged. While it is disabled it receives nothing, and events of that time are not sent later. Send If-Match with the ETag of GetWebhook to get 412 if it was edited since. */
    update(request: Request<'UpdateWebhook'>, options?: CallOptions): Promise<Result<'UpdateWebhook'>>;
    /** DeleteWebhook: Delete a webhook with its deliveries. Pending deliveries are not sent. To keep the history, disable it with UpdateWebhook instead. The example works only once: the second call returns WEBHOOK_NOT_FOUND. */
    delete(request: Request<'DeleteWebhook'>, options?: CallOptions): Promise<Result<'DeleteWebhook'>>;
    /** RotateWebhookSecret: Give a webhook a new secret. The answer shows it, once. For 24 hours deliveries are signed with the old secret too, so that the receiver can be changed meanwhile. */
    rotateSecret(request: Request<'RotateWebhookSecret'>, options?: CallOptions): Promise<Result<'RotateWebhookSecret'>>;
    /** TestWebhook: Send a test event to a webhook. Sends webhook.test, whatever the event types of the webhook are. It is delivered like any other event, within seconds: GetWebhookDeliveries shows how it went. */
    test(request: Request<'TestWebhook'>, options?: CallOptions): Promise<Result<'TestWebhook'>>;
    /** GetWebhookDeliveries: List the deliveries of a webhook, newest first. With every attempt: when it was, what the receiver answered, how long it took. Kept for 30 days. */
    listDeliveries(
      request: Request<'GetWebhookDeliveries'>,
      options?: CallOptions,
    ): Paged<Row<'GetWebhookDeliveries', 'deliveries'>, Result<'GetWebhookDeliveries'>>;
    /** RedeliverWebhook: Send deliveries of a webhook again. One by deliveryId, or all since a time, whether they succeeded or not. They keep their ids and bodies, so a receiver that has seen one recognizes it. */
    redeliver(request: Request<'RedeliverWebhook'>, options?: CallOptions): Promise<Result<'RedeliverWebhook'>>;
  };
}
