-- The items of card payments whose money was taken and by which their appointment is not paid: few, where
-- finding them read every payment. Kept by triggers alone.
CREATE TABLE `unused_payment_items` (
	`item_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `payment_items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE VIEW `unused_payment_items_now` AS
SELECT payment_items.id AS item_id, payment_items.payment_id, payment_items.appointment_id
FROM payment_items
JOIN payments ON payments.id = payment_items.payment_id
JOIN appointments ON appointments.id = payment_items.appointment_id
WHERE payments.state = 'succeeded' AND payments.method = 'card' AND appointments.transaction_id IS NOT payments.id;
--> statement-breakpoint
INSERT INTO `unused_payment_items` (item_id) SELECT item_id FROM unused_payment_items_now;
--> statement-breakpoint
CREATE TRIGGER `unused_items_by_payment` AFTER UPDATE OF `state`, `method` ON `payments`
WHEN old.state IS NOT new.state OR old.method IS NOT new.method
BEGIN
	DELETE FROM unused_payment_items WHERE item_id IN (SELECT id FROM payment_items WHERE payment_id = new.id);
	INSERT INTO unused_payment_items (item_id) SELECT item_id FROM unused_payment_items_now WHERE payment_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `unused_items_by_item` AFTER INSERT ON `payment_items`
BEGIN
	INSERT INTO unused_payment_items (item_id) SELECT item_id FROM unused_payment_items_now WHERE item_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `unused_items_by_appointment` AFTER UPDATE OF `transaction_id` ON `appointments`
WHEN old.transaction_id IS NOT new.transaction_id
BEGIN
	DELETE FROM unused_payment_items WHERE item_id IN (SELECT id FROM payment_items WHERE appointment_id = new.id);
	INSERT INTO unused_payment_items (item_id) SELECT item_id FROM unused_payment_items_now WHERE appointment_id = new.id;
END;
