CREATE TABLE questionnaire_template (
  id text PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  description text,
  sections jsonb NOT NULL,
  question_count integer NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE questionnaire_template IS 'questionnaires: A questionnaire that organizations can send.';
COMMENT ON COLUMN questionnaire_template.sections IS 'JSON: sections and questions.';

CREATE TABLE questionnaire (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  template_id text NOT NULL,
  template_name text NOT NULL,
  vendor_id uuid NOT NULL,
  vendor_domain text NOT NULL,
  status smallint NOT NULL,
  sections jsonb NOT NULL,
  question_count integer NOT NULL,
  answered_count integer NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  recipient_id uuid,
  link_id uuid,
  link_expires_at timestamptz(3),
  message text,
  answers jsonb NOT NULL DEFAULT '{}',
  answers_revision integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  submitted_at timestamptz(3),
  reviewed_at timestamptz(3),
  reminded_at timestamptz(3),
  findings_version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, vendor_id) REFERENCES vendor(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE questionnaire IS 'questionnaires: A questionnaire that an organization sends to a vendor.';
COMMENT ON COLUMN questionnaire.status IS 'QuestionnaireStatus.';
COMMENT ON COLUMN questionnaire.sections IS 'The template as it was when the questionnaire was made.';
COMMENT ON COLUMN questionnaire.recipient_id IS 'The organization that answers, if the domain of the vendor has an owner here.';
COMMENT ON COLUMN questionnaire.link_id IS 'Identifies the link for a recipient without an account.';
COMMENT ON COLUMN questionnaire.answers IS 'JSON by question, while it is being answered.';
COMMENT ON COLUMN questionnaire.answers_revision IS 'Counts writes of answers: a write names the one that it is based on.';
COMMENT ON COLUMN questionnaire.version IS 'Counts submissions.';
COMMENT ON COLUMN questionnaire.reminded_at IS 'The recipient was last reminded then.';
COMMENT ON COLUMN questionnaire.findings_version IS 'The submission whose findings were recorded last.';
CREATE INDEX questionnaire_due_idx ON questionnaire (organization_id, due_at) 
  WHERE status IN (questionnaire_sent(), questionnaire_in_progress()) AND due_at IS NOT NULL;
CREATE INDEX questionnaire_findings_idx ON questionnaire (organization_id) WHERE findings_version < version;
CREATE INDEX questionnaire_newest_idx ON questionnaire (organization_id, created_at DESC, id DESC);
CREATE INDEX questionnaire_vendor_idx ON questionnaire (organization_id, vendor_id);
ALTER TABLE questionnaire ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON questionnaire USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

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
  reminded_at timestamptz(3),
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE received_questionnaire IS 'questionnaires: A questionnaire as its recipient lists it: questionnaire_mirror copies the fields of the sender.';
COMMENT ON COLUMN received_questionnaire.organization_id IS 'The recipient.';
COMMENT ON COLUMN received_questionnaire.sender_id IS 'The organization that sent it.';
CREATE INDEX received_questionnaire_newest_idx ON received_questionnaire (organization_id, received_at DESC, id DESC);
ALTER TABLE received_questionnaire ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON received_questionnaire
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

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
  FOREIGN KEY (organization_id, questionnaire_id) REFERENCES questionnaire(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE questionnaire_submission IS 'questionnaires: One submission of a questionnaire, with the decision on it.';
COMMENT ON COLUMN questionnaire_submission.source IS 'AnswerSource.';
COMMENT ON COLUMN questionnaire_submission.decision IS 'QuestionnaireDecision; unset until it is reviewed.';
COMMENT ON COLUMN questionnaire_submission.comments IS 'JSON: comments on single answers.';
ALTER TABLE questionnaire_submission ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON questionnaire_submission
  USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT, INSERT, UPDATE, DELETE ON questionnaire_template, questionnaire, received_questionnaire, questionnaire_submission TO
  vendor_risk_service;
