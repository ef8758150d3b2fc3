/** Every scope a credential can hold, with what it grants. */
export const SCOPES = {
  'findings.read': 'Read security findings',
  'findings.flag': 'Flag security findings',
  'findings.triage': 'Change status, notes, owner and due date of security findings',
  'findings.import': 'Import security findings',
  'vendor-directory.read': 'Read vendors and vendor groups',
  'vendor-directory.write': 'Create, change and offboard vendors and vendor groups',
  'vendor-directory.delete': 'Delete vendors for good',
  'questionnaires.read': 'Read questionnaires and their templates',
  'questionnaires.write': 'Create, send and review questionnaires',
  'questionnaires.answer': 'Answer questionnaires that were sent to the organization',
  'security-events.read': 'Read security events',
  'security-events.respond': 'Answer security events and ask vendors about them',
  'avd.read': 'Read automatic vendor detection',
  'credentials.manage': 'Create, list, rotate and revoke credentials of the organization',
  'webhooks.read': 'Read webhooks and their deliveries',
  'webhooks.manage': 'Create, change, test and delete webhooks, which receive all events of the organization',
  'audit.read': 'Read the audit log',
  'monitoring.read': 'Read monitoring runs',
  'monitoring.run': 'Start monitoring runs',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
