-- What a payment intent is asked for, written before Stripe is asked.
CREATE TABLE `payment_requests` (
	`key` text PRIMARY KEY NOT NULL,
	`payer_uid` text,
	`attempt` integer NOT NULL,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payer_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `payment_requests_by_payer` ON `payment_requests` (`payer_uid`);
--> statement-breakpoint
CREATE TABLE `payment_request_items` (
	`request_key` text NOT NULL,
	`appointment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`request_key`, `appointment_id`),
	FOREIGN KEY (`request_key`) REFERENCES `payment_requests`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_request_items_amount" CHECK("amount_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `payment_request_items_by_appointment` ON `payment_request_items` (`appointment_id`);
--> statement-breakpoint
ALTER TABLE `payments` ADD `request_key` text REFERENCES `payment_requests`(`key`);
--> statement-breakpoint
CREATE INDEX `payments_by_request` ON `payments` (`request_key`) WHERE request_key is not null;
--> statement-breakpoint
-- Only the payer may still change: to null, when the account is removed.
CREATE TRIGGER `payment_requests_never_change` BEFORE UPDATE OF `key`, `attempt`, `currency`, `created_at` ON `payment_requests`
BEGIN SELECT RAISE(ABORT, 'payment_request:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payment_requests_never_disappear` BEFORE DELETE ON `payment_requests`
BEGIN SELECT RAISE(ABORT, 'payment_request:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payment_requests_are_not_replaced` BEFORE INSERT ON `payment_requests`
WHEN EXISTS (SELECT 1 FROM `payment_requests` WHERE key = new.key)
BEGIN SELECT RAISE(ABORT, 'payment_request:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payment_request_items_never_change` BEFORE UPDATE ON `payment_request_items`
BEGIN SELECT RAISE(ABORT, 'payment_request:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payment_request_items_never_disappear` BEFORE DELETE ON `payment_request_items`
BEGIN SELECT RAISE(ABORT, 'payment_request:immutable'); END;
--> statement-breakpoint
-- Once an intent is recorded for a request, its items are fixed.
CREATE TRIGGER `payment_request_items_come_first` BEFORE INSERT ON `payment_request_items`
WHEN EXISTS (SELECT 1 FROM `payments` WHERE request_key = new.request_key)
	OR EXISTS (SELECT 1 FROM `payment_request_items` WHERE request_key = new.request_key AND appointment_id = new.appointment_id)
BEGIN SELECT RAISE(ABORT, 'payment_request:immutable'); END;
--> statement-breakpoint
-- A payment that was requested covers what was requested, and nothing else.
CREATE TRIGGER `payment_items_as_requested` BEFORE INSERT ON `payment_items`
WHEN (SELECT request_key FROM `payments` WHERE id = new.payment_id) IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM `payments` AS `payment` JOIN `payment_request_items` AS `wanted` ON wanted.request_key = payment.request_key
	WHERE payment.id = new.payment_id AND wanted.appointment_id = new.appointment_id AND wanted.amount_cents = new.amount_cents)
BEGIN SELECT RAISE(ABORT, 'payment_item:not_requested'); END;
--> statement-breakpoint
CREATE TRIGGER `payment_items_never_disappear` BEFORE DELETE ON `payment_items`
BEGIN SELECT RAISE(ABORT, 'payment_item:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payment_items_are_not_replaced` BEFORE INSERT ON `payment_items`
WHEN EXISTS (SELECT 1 FROM `payment_items` WHERE id = new.id)
	OR EXISTS (SELECT 1 FROM `payment_items` WHERE payment_id = new.payment_id AND appointment_id = new.appointment_id)
BEGIN SELECT RAISE(ABORT, 'payment_item:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payments_keep_what_they_were` BEFORE UPDATE OF `id`, `method`, `amount_cents`, `currency`, `received_by`, `request_key` ON `payments`
BEGIN SELECT RAISE(ABORT, 'payment:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payments_stay_succeeded` BEFORE UPDATE OF `state`, `succeeded_at` ON `payments`
WHEN old.state = 'succeeded' AND (new.state <> 'succeeded' OR new.succeeded_at <> old.succeeded_at)
BEGIN SELECT RAISE(ABORT, 'payment:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payments_never_disappear` BEFORE DELETE ON `payments`
BEGIN SELECT RAISE(ABORT, 'payment:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `payments_are_not_replaced` BEFORE INSERT ON `payments`
WHEN EXISTS (SELECT 1 FROM `payments` WHERE id = new.id)
BEGIN SELECT RAISE(ABORT, 'payment:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `refunds_keep_what_they_were` BEFORE UPDATE OF `id`, `item_id`, `amount_cents`, `reason`, `note`, `requested_by`, `created_at` ON `refunds`
BEGIN SELECT RAISE(ABORT, 'refund:immutable'); END;
--> statement-breakpoint
-- One that was given up may turn out to have been made; one that succeeded may only fail.
CREATE TRIGGER `refunds_only_move_on` BEFORE UPDATE OF `state`, `stripe_id`, `handed_back_by` ON `refunds`
WHEN (old.state = 'pending' AND new.state = 'requested')
	OR (old.state = 'succeeded' AND new.state IN ('requested', 'pending'))
	OR (old.state = 'failed' AND new.state IN ('requested', 'pending'))
	OR (old.stripe_id IS NOT NULL AND new.stripe_id IS NOT old.stripe_id)
	OR (old.handed_back_by IS NOT NULL AND new.handed_back_by IS NOT old.handed_back_by)
BEGIN SELECT RAISE(ABORT, 'refund:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `refunds_never_disappear` BEFORE DELETE ON `refunds`
BEGIN SELECT RAISE(ABORT, 'refund:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `refunds_are_not_replaced` BEFORE INSERT ON `refunds`
WHEN EXISTS (SELECT 1 FROM `refunds` WHERE id = new.id)
	OR EXISTS (SELECT 1 FROM `refunds` WHERE stripe_id = new.stripe_id AND item_id = new.item_id)
BEGIN SELECT RAISE(ABORT, 'refund:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `events_never_change` BEFORE UPDATE ON `events`
BEGIN SELECT RAISE(ABORT, 'event:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `events_never_disappear` BEFORE DELETE ON `events`
BEGIN SELECT RAISE(ABORT, 'event:immutable'); END;
--> statement-breakpoint
-- A replacing insert deletes without firing the trigger above.
CREATE TRIGGER `events_are_not_replaced` BEFORE INSERT ON `events`
WHEN EXISTS (SELECT 1 FROM `events` WHERE id = new.id)
BEGIN SELECT RAISE(ABORT, 'event:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `stripe_events_never_change` BEFORE UPDATE ON `stripe_events`
BEGIN SELECT RAISE(ABORT, 'stripe_event:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `stripe_events_never_disappear` BEFORE DELETE ON `stripe_events`
BEGIN SELECT RAISE(ABORT, 'stripe_event:immutable'); END;
--> statement-breakpoint
-- Every note that staff have written of an appointment.
CREATE TABLE `appointment_notes` (
	`appointment_id` text NOT NULL,
	`version` integer NOT NULL,
	`note` text NOT NULL,
	`written_by` text,
	`written_at` integer NOT NULL,
	PRIMARY KEY(`appointment_id`, `version`),
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appointment_notes_length" CHECK(length("note") <= 500)
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `note_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The events know who wrote the last one and when; the earlier ones are lost.
INSERT INTO `appointment_notes` (`appointment_id`, `version`, `note`, `written_by`, `written_at`)
SELECT `id`, 1, `staff_note`,
	(SELECT `actor` FROM `events` WHERE `subject` = `appointments`.`id` AND +`kind` = 'appointment.noted' ORDER BY `id` DESC LIMIT 1),
	coalesce((SELECT `occurred_at` FROM `events` WHERE `subject` = `appointments`.`id` AND +`kind` = 'appointment.noted' ORDER BY `id` DESC LIMIT 1), `created_at`)
FROM `appointments` WHERE `staff_note` <> '';
--> statement-breakpoint
UPDATE `appointments` SET `note_version` = 1 WHERE `staff_note` <> '';
--> statement-breakpoint
CREATE TRIGGER `appointments_note_has_history` BEFORE UPDATE OF `staff_note`, `note_version` ON `appointments`
WHEN (new.staff_note <> old.staff_note OR new.note_version <> old.note_version) AND NOT (
	new.note_version = old.note_version + 1
	AND EXISTS (SELECT 1 FROM `appointment_notes` WHERE appointment_id = new.id AND version = new.note_version AND note = new.staff_note))
BEGIN SELECT RAISE(ABORT, 'appointment_note:no_history'); END;
--> statement-breakpoint
CREATE TRIGGER `appointment_notes_never_change` BEFORE UPDATE ON `appointment_notes`
BEGIN SELECT RAISE(ABORT, 'appointment_note:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `appointment_notes_never_disappear` BEFORE DELETE ON `appointment_notes`
BEGIN SELECT RAISE(ABORT, 'appointment_note:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `appointment_notes_are_not_replaced` BEFORE INSERT ON `appointment_notes`
WHEN EXISTS (SELECT 1 FROM `appointment_notes` WHERE appointment_id = new.appointment_id AND version = new.version)
BEGIN SELECT RAISE(ABORT, 'appointment_note:immutable'); END;
--> statement-breakpoint
-- The payment whose refund a late move has limited.
ALTER TABLE `appointments` ADD `refund_ceiling_of` text;
--> statement-breakpoint
UPDATE `appointments` SET `refund_ceiling_of` = `transaction_id`
WHERE `refund_ceiling` IS NOT NULL AND `paid_at` <= (
	SELECT max(`occurred_at`) FROM `events` WHERE `subject` = `appointments`.`id` AND +`kind` = 'appointment.moved');
