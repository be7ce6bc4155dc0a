-- Which version the shown manifest is of, and the manifest of the version that was shown before it.
ALTER TABLE inventory_extension
  ADD COLUMN manifest_version text,
  ADD COLUMN manifest_before json,
  ADD COLUMN manifest_before_version text;
