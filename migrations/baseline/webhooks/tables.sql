CREATE TABLE webhook (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  event_types text[],
  filters jsonb,
  is_enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  last_delivery_at timestamptz(3),
  failing_since timestamptz(3),
  busy_until timestamptz(3),
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE webhook IS 'webhooks: A URL that is called when something happens.';
COMMENT ON COLUMN webhook.event_types IS 'Unset means all.';
COMMENT ON COLUMN webhook.filters IS 'JSON: which objects.';
COMMENT ON COLUMN webhook.secret IS 'Encrypted.';
COMMENT ON COLUMN webhook.previous_secret IS 'Also signs until previous_secret_until.';
COMMENT ON COLUMN webhook.failing_since IS 'Time of the first failure since the last success.';
COMMENT ON COLUMN webhook.busy_until IS 'A process is sending to it: a lease.';
CREATE INDEX webhook_enabled_idx ON webhook (organization_id) WHERE is_enabled;
ALTER TABLE webhook ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON webhook USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE webhook_delivery (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_type text NOT NULL,
  status smallint NOT NULL DEFAULT 1,
  body text NOT NULL,
  attempts jsonb NOT NULL DEFAULT '[]',
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  tries smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhook(organization_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE webhook_delivery IS 'webhooks: A call of a webhook, with its attempts.';
COMMENT ON COLUMN webhook_delivery.status IS 'WebhookDeliveryStatus, 1 is pending.';
COMMENT ON COLUMN webhook_delivery.body IS 'The same bytes in every attempt.';
COMMENT ON COLUMN webhook_delivery.attempts IS 'JSON: time, outcome and status of each.';
COMMENT ON COLUMN webhook_delivery.tries IS 'Attempts since the last redelivery, which starts the schedule again.';
CREATE INDEX webhook_delivery_age_idx ON webhook_delivery (organization_id, created_at);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (organization_id, webhook_id, next_attempt_at) WHERE status = webhook_delivery_pending();
CREATE INDEX webhook_delivery_newest_idx ON webhook_delivery (organization_id, webhook_id, created_at DESC, id DESC);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON webhook_delivery USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

CREATE TABLE change_event (
  organization_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  set_id bigint NOT NULL,
  event_type text NOT NULL,
  data jsonb,
  kind smallint,
  ids uuid[],
  keys text[],
  PRIMARY KEY (organization_id, id)
);
COMMENT ON TABLE change_event IS 'webhooks: Something that happened, until it becomes deliveries.';
COMMENT ON COLUMN change_event.set_id IS 'The change set in which it happened.';
COMMENT ON COLUMN change_event.kind IS 'Kind of the resources, as in change.';
COMMENT ON COLUMN change_event.ids IS 'At most 500.';
COMMENT ON COLUMN change_event.keys IS 'At most 500.';
COMMENT ON COLUMN change_event.data IS 'What cannot be read later.';
CREATE INDEX change_event_set_idx ON change_event (organization_id, set_id);
ALTER TABLE change_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON change_event USING (organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid));

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook, webhook_delivery, change_event TO vendor_risk_service;
