-- Decisions that hold for the machines of one inventory only. Without the inventory they say nothing any more.

-- Null: for everyone.
ALTER TABLE decision ADD COLUMN inventory_id uuid REFERENCES inventory ON DELETE CASCADE;
CREATE INDEX decision_by_inventory ON decision (inventory_id) WHERE inventory_id IS NOT NULL;
