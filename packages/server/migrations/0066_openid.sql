-- Signing in by OpenID Connect: whom a provider means, and attempts that are under way. What an attempt needs to be finished
-- is made from the secret of its cookie; here is only what shows that it was begun and has not been used.

CREATE TABLE member_identity (
  issuer text NOT NULL,
  -- As the provider names the person for good; an e-mail address may pass to another.
  subject text NOT NULL,
  member_id uuid NOT NULL REFERENCES member ON DELETE CASCADE,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (member_id, issuer)
);

CREATE TABLE sign_in_attempt (
  attempt_id text PRIMARY KEY,
  secret_sha256 bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempt_by_end ON sign_in_attempt (expires_at);

-- Whether its end stays where it is, however much it is used.
ALTER TABLE session ADD COLUMN is_fixed boolean NOT NULL DEFAULT false;
