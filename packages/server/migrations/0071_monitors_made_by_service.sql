-- Monitors are made for decisions to watch as well as for subscriptions.
ALTER TABLE monitor RENAME COLUMN is_for_subscriptions TO is_made_by_service;
ALTER INDEX monitor_for_subscriptions RENAME TO monitor_made_by_service;

-- The queue has another name now. What waits in the old one is asked for again within half a minute.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name = 'cover-subscriptions';
  END IF;
END $$;
