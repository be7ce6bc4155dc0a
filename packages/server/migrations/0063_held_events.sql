-- What happened to an extension beside a comparison, until the next one tells it in the message about the same update.
ALTER TABLE monitor_event ADD COLUMN awaits_update boolean NOT NULL DEFAULT false;
CREATE INDEX monitor_event_awaiting ON monitor_event (account_id, extension_id) WHERE awaits_update;
