-- Generated from migrations/. Do not edit.

CREATE TABLE account (
  account_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT account_pkey PRIMARY KEY (account_id)
);

CREATE TABLE analysis (
  analysis_id uuid NOT NULL,
  extension_version_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  priority text NOT NULL,
  message_id uuid NOT NULL,
  ruleset_version text,
  ruleset_hash text,
  intel_hash text,
  report json,
  risk_score integer,
  risk_level text,
  classification text,
  reason text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  superseded_at timestamp with time zone,
  CONSTRAINT analysis_check CHECK (((state = 'completed'::text) = (report IS NOT NULL))),
  CONSTRAINT analysis_check1 CHECK (((state = 'failed'::text) = (reason IS NOT NULL))),
  CONSTRAINT analysis_extension_version_id_fkey FOREIGN KEY (extension_version_id) REFERENCES version(extension_version_id) ON DELETE CASCADE,
  CONSTRAINT analysis_pkey PRIMARY KEY (analysis_id),
  CONSTRAINT analysis_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text]))),
  CONSTRAINT analysis_risk_score_check CHECK (((risk_score >= 0) AND (risk_score <= 100))),
  CONSTRAINT analysis_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'processing'::text, 'completed'::text, 'failed'::text])))
);

CREATE TABLE api_token (
  token_id text NOT NULL,
  secret_sha256 bytea NOT NULL,
  member_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  CONSTRAINT api_token_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id) ON DELETE CASCADE,
  CONSTRAINT api_token_pkey PRIMARY KEY (token_id),
  CONSTRAINT api_token_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'write'::text]) AND (cardinality(scopes) > 0)))
);

CREATE TABLE extension (
  extension_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  version text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  user_count integer NOT NULL DEFAULT 0,
  rating_value double precision NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  category text NOT NULL DEFAULT ''::text,
  item_category text NOT NULL DEFAULT ''::text,
  payment_type text NOT NULL DEFAULT 'free'::text,
  is_trusted_publisher boolean NOT NULL DEFAULT false,
  by_google boolean NOT NULL DEFAULT false,
  is_featured boolean NOT NULL DEFAULT false,
  last_update timestamp with time zone NOT NULL,
  publisher_id text,
  permhash text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT extension_extension_id_check CHECK ((extension_id ~ '^[a-p]{32}$'::text)),
  CONSTRAINT extension_payment_type_check CHECK ((payment_type = ANY (ARRAY['free'::text, 'in_app'::text, 'in_store'::text]))),
  CONSTRAINT extension_permhash_fkey FOREIGN KEY (permhash) REFERENCES permission_set(permhash),
  CONSTRAINT extension_pkey PRIMARY KEY (extension_id),
  CONSTRAINT extension_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES publisher(publisher_id),
  CONSTRAINT extension_status_check CHECK ((status = ANY (ARRAY['active'::text, 'obsolete'::text]))),
  CONSTRAINT extension_user_count_check CHECK ((user_count >= 0))
);

CREATE TABLE media (
  extension_id text NOT NULL,
  "position" integer NOT NULL,
  type text NOT NULL,
  media_url text NOT NULL,
  CONSTRAINT media_extension_id_fkey FOREIGN KEY (extension_id) REFERENCES extension(extension_id) ON DELETE CASCADE,
  CONSTRAINT media_pkey PRIMARY KEY (extension_id, "position")
);

CREATE TABLE member (
  member_id uuid NOT NULL,
  account_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE,
  CONSTRAINT member_email_check CHECK ((email = lower(email))),
  CONSTRAINT member_email_key UNIQUE (email),
  CONSTRAINT member_pkey PRIMARY KEY (member_id),
  CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'analyst'::text, 'owner'::text])))
);

CREATE TABLE migration (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);

CREATE TABLE package (
  sha256 text NOT NULL,
  format text NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT package_pkey PRIMARY KEY (sha256),
  CONSTRAINT package_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE permission_set (
  permhash text NOT NULL,
  permissions text[] NOT NULL,
  risk_level text,
  risk_reasons text[] NOT NULL DEFAULT '{}'::text[],
  extension_count integer NOT NULL DEFAULT 0,
  total_users bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT permission_set_permhash_check CHECK ((permhash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT permission_set_pkey PRIMARY KEY (permhash),
  CONSTRAINT permission_set_risk_level_check CHECK ((risk_level = ANY (ARRAY['medium'::text, 'high'::text, 'critical'::text])))
);

CREATE TABLE publisher (
  publisher_id text NOT NULL,
  author text NOT NULL DEFAULT ''::text,
  email text,
  email_is_invalid boolean NOT NULL DEFAULT false,
  website text,
  publisher_country text,
  risk_level text NOT NULL DEFAULT 'unknown'::text,
  is_verified boolean NOT NULL DEFAULT false,
  malicious_history boolean NOT NULL DEFAULT false,
  reported_extensions integer NOT NULL DEFAULT 0,
  reported_active_extensions integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT publisher_pkey PRIMARY KEY (publisher_id),
  CONSTRAINT publisher_risk_level_check CHECK ((risk_level = ANY (ARRAY['unknown'::text, 'low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);

CREATE TABLE rate_limit (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

CREATE TABLE review (
  review_id uuid NOT NULL,
  extension_id text NOT NULL,
  reviewer_name text NOT NULL DEFAULT ''::text,
  rating integer NOT NULL,
  review_date date NOT NULL,
  review_text text NOT NULL DEFAULT ''::text,
  review_text_hash text NOT NULL,
  CONSTRAINT review_extension_id_fkey FOREIGN KEY (extension_id) REFERENCES extension(extension_id) ON DELETE CASCADE,
  CONSTRAINT review_extension_id_reviewer_name_review_date_review_text_h_key UNIQUE (extension_id, reviewer_name, review_date, review_text_hash),
  CONSTRAINT review_pkey PRIMARY KEY (review_id),
  CONSTRAINT review_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);

CREATE TABLE session (
  session_id text NOT NULL,
  secret_sha256 bytea NOT NULL,
  member_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id) ON DELETE CASCADE,
  CONSTRAINT session_pkey PRIMARY KEY (session_id)
);

CREATE TABLE setup_code (
  only_one boolean NOT NULL DEFAULT true,
  code_sha256 bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT setup_code_only_one_check CHECK (only_one),
  CONSTRAINT setup_code_pkey PRIMARY KEY (only_one)
);

CREATE TABLE version (
  extension_version_id uuid NOT NULL,
  extension_id text NOT NULL,
  version text NOT NULL,
  size_bytes bigint NOT NULL DEFAULT 0,
  package_sha256 text,
  manifest_raw bytea,
  manifest json,
  permhash text,
  permhash_mandiant text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT version_extension_id_fkey FOREIGN KEY (extension_id) REFERENCES extension(extension_id) ON DELETE CASCADE,
  CONSTRAINT version_extension_id_version_key UNIQUE (extension_id, version),
  CONSTRAINT version_package_sha256_fkey FOREIGN KEY (package_sha256) REFERENCES package(sha256),
  CONSTRAINT version_permhash_fkey FOREIGN KEY (permhash) REFERENCES permission_set(permhash),
  CONSTRAINT version_pkey PRIMARY KEY (extension_version_id)
);

CREATE TABLE worker (
  worker_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT worker_pkey PRIMARY KEY (worker_id)
);

CREATE INDEX analysis_by_version ON public.analysis USING btree (extension_version_id, created_at DESC, analysis_id);

CREATE UNIQUE INDEX analysis_one_current ON public.analysis USING btree (extension_version_id) WHERE ((state = 'completed'::text) AND (superseded_at IS NULL));

CREATE UNIQUE INDEX analysis_one_unfinished ON public.analysis USING btree (extension_version_id) WHERE (state = ANY (ARRAY['queued'::text, 'processing'::text]));

CREATE INDEX api_token_by_member ON public.api_token USING btree (member_id, created_at);

CREATE INDEX extension_by_category ON public.extension USING btree (category, last_update, extension_id);

CREATE INDEX extension_by_item_category ON public.extension USING btree (item_category, last_update, extension_id);

CREATE INDEX extension_by_name ON public.extension USING btree (lower(name), extension_id);

CREATE INDEX extension_by_payment ON public.extension USING btree (payment_type, last_update, extension_id);

CREATE INDEX extension_by_permhash ON public.extension USING btree (permhash, user_count DESC, extension_id);

CREATE INDEX extension_by_publisher ON public.extension USING btree (publisher_id, status);

CREATE INDEX extension_by_rating ON public.extension USING btree (rating_value, extension_id);

CREATE INDEX extension_by_status ON public.extension USING btree (status, last_update, extension_id);

CREATE INDEX extension_by_text ON public.extension USING gin (name gin_trgm_ops, description gin_trgm_ops);

CREATE INDEX extension_by_update ON public.extension USING btree (last_update, extension_id);

CREATE INDEX extension_by_users ON public.extension USING btree (user_count, extension_id);

CREATE INDEX member_by_account ON public.member USING btree (account_id, email);

CREATE INDEX permission_set_by_risk ON public.permission_set USING btree (risk_level, total_users DESC, permhash) WHERE (risk_level IS NOT NULL);

CREATE INDEX rate_limit_by_expire ON public.rate_limit USING btree (expire);

CREATE INDEX review_by_date ON public.review USING btree (extension_id, review_date, review_id);

CREATE INDEX review_by_rating ON public.review USING btree (extension_id, rating, review_id);

CREATE INDEX review_by_reviewer ON public.review USING btree (extension_id, lower(reviewer_name), review_id);

CREATE INDEX session_by_end ON public.session USING btree (expires_at);

CREATE INDEX session_by_member ON public.session USING btree (member_id);

CREATE INDEX version_by_date ON public.version USING btree (extension_id, created_at DESC, extension_version_id);

CREATE INDEX version_by_package ON public.version USING btree (package_sha256);

CREATE INDEX version_by_permhash_mandiant ON public.version USING btree (permhash_mandiant);

CREATE INDEX worker_by_sight ON public.worker USING btree (seen_at);

CREATE OR REPLACE FUNCTION public.count_deleted_extensions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM permission_set WHERE permhash IN (SELECT permhash FROM removed)
    ORDER BY permhash FOR UPDATE;
  UPDATE permission_set AS s
    SET extension_count = s.extension_count - c.extensions, total_users = s.total_users - c.users
    FROM (SELECT permhash, count(*) AS extensions, sum(user_count) AS users
          FROM removed WHERE permhash IS NOT NULL GROUP BY permhash) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.count_inserted_extensions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM permission_set WHERE permhash IN (SELECT permhash FROM added)
    ORDER BY permhash FOR UPDATE;
  UPDATE permission_set AS s
    SET extension_count = s.extension_count + c.extensions, total_users = s.total_users + c.users
    FROM (SELECT permhash, count(*) AS extensions, sum(user_count) AS users
          FROM added WHERE permhash IS NOT NULL GROUP BY permhash) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.count_updated_extensions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM permission_set
    WHERE permhash IN (SELECT permhash FROM added UNION SELECT permhash FROM removed)
    ORDER BY permhash FOR UPDATE;
  UPDATE permission_set AS s
    SET extension_count = s.extension_count + c.extensions, total_users = s.total_users + c.users
    FROM (SELECT permhash, sum(extensions) AS extensions, sum(users) AS users
          FROM (SELECT permhash, 1 AS extensions, user_count AS users FROM added
                UNION ALL
                SELECT permhash, -1, -user_count FROM removed) AS change
          WHERE permhash IS NOT NULL
          GROUP BY permhash HAVING sum(extensions) <> 0 OR sum(users) <> 0) AS c
    WHERE s.permhash = c.permhash;
  RETURN NULL;
END $function$
;

CREATE TRIGGER extension_deleted AFTER DELETE ON public.extension REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_extensions();

CREATE TRIGGER extension_inserted AFTER INSERT ON public.extension REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_extensions();

CREATE TRIGGER extension_updated AFTER UPDATE ON public.extension REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_updated_extensions();
