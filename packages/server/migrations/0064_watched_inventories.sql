-- A subscription may watch what an inventory has, as it comes and goes. One whose inventory is gone watches nothing.
ALTER TABLE subscription
  DROP CONSTRAINT subscription_watches_check,
  ADD CONSTRAINT subscription_watches_check CHECK (watches IN ('all', 'inventory', 'extensions')),
  ADD COLUMN inventory_id uuid REFERENCES inventory ON DELETE SET NULL
    CHECK (inventory_id IS NULL OR watches = 'inventory');
CREATE INDEX subscription_by_inventory ON subscription (inventory_id) WHERE inventory_id IS NOT NULL;
