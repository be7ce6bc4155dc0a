-- Intelligence also says which versions of libraries have known vulnerabilities.

ALTER TABLE intelligence_entry DROP CONSTRAINT intelligence_entry_kind_check;
ALTER TABLE intelligence_entry ADD CONSTRAINT intelligence_entry_kind_check
  CHECK (kind IN ('extension_id', 'package_sha256', 'file_sha256', 'domain', 'vulnerable_library'));
-- Of the vulnerability; null for what is malicious.
ALTER TABLE intelligence_entry ADD COLUMN severity text
  CHECK (severity IN ('info', 'low', 'medium', 'high', 'critical'));
