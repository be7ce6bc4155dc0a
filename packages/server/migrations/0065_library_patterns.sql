-- Feeds of vulnerable libraries also say how a library is recognised.

ALTER TABLE intelligence_entry DROP CONSTRAINT intelligence_entry_kind_check;
ALTER TABLE intelligence_entry ADD CONSTRAINT intelligence_entry_kind_check
  CHECK (kind IN ('extension_id', 'package_sha256', 'file_sha256', 'domain', 'vulnerable_library', 'library_pattern'));
