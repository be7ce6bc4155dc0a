-- Add-ons that came as packages before their gecko id was kept: those whose own id is made of it.
UPDATE extension AS e SET gecko_id = g.gecko_id
FROM version AS v CROSS JOIN LATERAL (SELECT coalesce(v.manifest #>> '{browser_specific_settings,gecko,id}',
    v.manifest #>> '{applications,gecko,id}') AS gecko_id) AS g
WHERE v.extension_id = e.extension_id AND v.version = e.version AND e.gecko_id IS NULL AND g.gecko_id IS NOT NULL
  AND e.extension_id = translate(left(encode(sha256(convert_to(g.gecko_id, 'UTF8')), 'hex'), 32),
    '0123456789abcdef', 'abcdefghijklmnop');
-- Nothing told better where they come from, and Chrome's store never had them.
UPDATE extension_source AS s SET store = 'firefox-add-ons', etag = NULL FROM extension AS e
WHERE e.extension_id = s.extension_id AND e.gecko_id IS NOT NULL AND s.store = 'chrome-web-store'
  AND s.is_listed IS NOT TRUE;
