-- One payment may cover several appointments, a refund is a row, and money may come without Stripe.
-- No other table refers to `payments`, so a new table takes its place.
ALTER TABLE `payments` RENAME TO `payment_intents`;
--> statement-breakpoint
DROP INDEX `payments_by_appointment`;
--> statement-breakpoint
DROP INDEX `payments_one_pays_the_appointment`;
--> statement-breakpoint
DROP INDEX `payments_open`;
--> statement-breakpoint
DROP INDEX `payments_refunding`;
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text DEFAULT 'card' NOT NULL,
	`payer_uid` text,
	`attempt` integer DEFAULT 1 NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`last_failure` text,
	`disputed` integer DEFAULT false NOT NULL,
	`dispute_lost` integer DEFAULT false NOT NULL,
	`received_by` text,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`succeeded_at` integer,
	FOREIGN KEY (`payer_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "payments_method" CHECK("method" in ('card', 'cash', 'terminal')),
	CONSTRAINT "payments_state" CHECK("state" in ('open', 'succeeded', 'closed')),
	CONSTRAINT "payments_amount" CHECK("amount_cents" >= 0),
	CONSTRAINT "payments_succeeded_at" CHECK((state = 'succeeded') = (succeeded_at is not null))
);
--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`created_at`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `payments_succeeded` ON `payments` (`succeeded_at`) WHERE state = 'succeeded';
--> statement-breakpoint
CREATE INDEX `payments_by_payer` ON `payments` (`payer_uid`);
--> statement-breakpoint
CREATE TABLE `payment_items` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_items_amount" CHECK("amount_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_items_one_per_appointment` ON `payment_items` (`payment_id`,`appointment_id`);
--> statement-breakpoint
CREATE INDEX `payment_items_by_appointment` ON `payment_items` (`appointment_id`);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'requested' NOT NULL,
	`stripe_id` text,
	`requested_by` text,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`item_id`) REFERENCES `payment_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("amount_cents" > 0),
	CONSTRAINT "refunds_state" CHECK("state" in ('requested', 'pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_note_length" CHECK(length("note") <= 500)
);
--> statement-breakpoint
CREATE INDEX `refunds_by_item` ON `refunds` (`item_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_by_stripe_id` ON `refunds` (`stripe_id`) WHERE stripe_id is not null;
--> statement-breakpoint
CREATE INDEX `refunds_under_way` ON `refunds` (`checked_at`) WHERE state in ('requested', 'pending');
--> statement-breakpoint
CREATE INDEX `refunds_failed` ON `refunds` (`settled_at`) WHERE state = 'failed';
--> statement-breakpoint
-- Of a payment that was taken the old table has no time but the appointment's.
INSERT INTO `payments`
SELECT `intent`.`intent_id`, 'card', `appointment`.`patient_uid`, `intent`.`attempt`, `intent`.`amount_cents`, `intent`.`currency`,
	CASE WHEN `intent`.`state` IN ('open', 'closed') THEN `intent`.`state` ELSE 'succeeded' END,
	`intent`.`last_failure`, `intent`.`disputed`, `intent`.`state` = 'dispute_lost', NULL,
	`intent`.`created_at`, `intent`.`checked_at`,
	CASE WHEN `intent`.`state` IN ('open', 'closed') THEN NULL
		ELSE coalesce(CASE WHEN `appointment`.`transaction_id` = `intent`.`intent_id` THEN `appointment`.`paid_at` END, `intent`.`created_at`) END
FROM `payment_intents` AS `intent` JOIN `appointments` AS `appointment` ON `appointment`.`id` = `intent`.`appointment_id`;
--> statement-breakpoint
INSERT INTO `payment_items` SELECT 'item:' || `intent_id`, `intent_id`, `appointment_id`, `amount_cents` FROM `payment_intents`;
--> statement-breakpoint
-- 'refund:pi_…' is the idempotency key under which Stripe may have accepted it already.
INSERT INTO `refunds` (`id`, `item_id`, `amount_cents`, `reason`, `state`, `stripe_id`, `created_at`, `checked_at`, `settled_at`)
SELECT 'refund:' || `intent_id`, 'item:' || `intent_id`, `amount_cents`, 'cancelled',
	CASE `state` WHEN 'refunded' THEN 'succeeded' WHEN 'refund_failed' THEN 'failed' ELSE iif(`refund_id` IS NULL, 'requested', 'pending') END,
	`refund_id`, `checked_at`, `checked_at`, iif(`state` = 'refunding', NULL, `checked_at`)
FROM `payment_intents` WHERE `state` IN ('refunding', 'refunded', 'refund_failed') AND `amount_cents` > 0;
--> statement-breakpoint
DROP TABLE `payment_intents`;
--> statement-breakpoint
DROP INDEX `appointments_transaction_id_unique`;
--> statement-breakpoint
CREATE INDEX `appointments_by_transaction` ON `appointments` (`transaction_id`) WHERE transaction_id is not null;
--> statement-breakpoint
CREATE TRIGGER `payment_items_never_change` BEFORE UPDATE ON `payment_items`
BEGIN SELECT RAISE(ABORT, 'payment_item:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `refunds_within_item_inserted` BEFORE INSERT ON `refunds`
WHEN new.state <> 'failed' AND new.amount_cents
	+ (SELECT coalesce(sum(other.amount_cents), 0) FROM `refunds` AS `other` WHERE other.item_id = new.item_id AND other.state <> 'failed')
	> coalesce((SELECT amount_cents FROM `payment_items` WHERE id = new.item_id), 0)
BEGIN SELECT RAISE(ABORT, 'refund:exceeds_item'); END;
--> statement-breakpoint
CREATE TRIGGER `refunds_within_item_updated` BEFORE UPDATE OF `item_id`, `amount_cents`, `state` ON `refunds`
WHEN new.state <> 'failed' AND new.amount_cents
	+ (SELECT coalesce(sum(other.amount_cents), 0) FROM `refunds` AS `other` WHERE other.item_id = new.item_id AND other.state <> 'failed' AND other.id <> old.id)
	> coalesce((SELECT amount_cents FROM `payment_items` WHERE id = new.item_id), 0)
BEGIN SELECT RAISE(ABORT, 'refund:exceeds_item'); END;
