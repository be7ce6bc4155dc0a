-- Packages that the operator has put out of reach, by their SHA-256; some may never have come. Their bytes stay.
CREATE TABLE quarantined_package (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  reason text NOT NULL CHECK (reason <> ''),
  created_at timestamptz NOT NULL
);
