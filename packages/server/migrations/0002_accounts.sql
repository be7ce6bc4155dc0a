-- Who may use the service. Nothing here signs anybody in by itself: passwords are argon2id hashes, and of
-- sessions, tokens and codes only the SHA-256 of the secret part is kept.

CREATE TABLE account (
  account_id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member (
  member_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Lower case.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('viewer', 'analyst', 'owner')),
  -- `$argon2id$v=19$m=…,t=…,p=…$salt$hash`
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_by_account ON member (account_id, email);

CREATE TABLE session (
  session_id text PRIMARY KEY,
  secret_sha256 bytea NOT NULL,
  member_id uuid NOT NULL REFERENCES member ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_by_member ON session (member_id);
CREATE INDEX session_by_end ON session (expires_at);

CREATE TABLE api_token (
  token_id text PRIMARY KEY,
  secret_sha256 bytea NOT NULL,
  member_id uuid NOT NULL REFERENCES member ON DELETE CASCADE,
  name text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'write'] AND cardinality(scopes) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: does not expire.
  expires_at timestamptz
);
CREATE INDEX api_token_by_member ON api_token (member_id, created_at);

-- At most one row: the code that makes the first owner.
CREATE TABLE setup_code (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  code_sha256 bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Counters of rate-limiter-flexible, which fixes names and types; `expire` is Unix time in milliseconds.
CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_by_expire ON rate_limit (expire);
