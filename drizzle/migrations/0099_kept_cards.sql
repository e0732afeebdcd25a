-- Cards that Stripe keeps for users, and what the users have agreed to.
CREATE TABLE `card_consents` (
	`payment_id` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`user_uid` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `payment_method_id`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `card_consents_by_user` ON `card_consents` (`user_uid`);--> statement-breakpoint
CREATE TABLE `card_customers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_uid` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `card_customers_by_user` ON `card_customers` (`user_uid`) WHERE user_uid is not null;--> statement-breakpoint
CREATE TABLE `kept_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`user_uid` text,
	`customer_id` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`fingerprint` text,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`expiry_month` integer NOT NULL,
	`expiry_year` integer NOT NULL,
	`kept_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`removed_at` integer,
	`detached_at` integer,
	FOREIGN KEY (`user_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "kept_cards_expiry" CHECK("kept_cards"."expiry_month" between 1 and 12),
	CONSTRAINT "kept_cards_removed" CHECK((removed_at is null) = (fingerprint is not null)),
	CONSTRAINT "kept_cards_detached" CHECK(detached_at is null or removed_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_cards_by_payment_method` ON `kept_cards` (`payment_method_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `kept_cards_once` ON `kept_cards` (`user_uid`,`fingerprint`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `kept_cards_by_user` ON `kept_cards` (`user_uid`);--> statement-breakpoint
CREATE INDEX `kept_cards_by_customer` ON `kept_cards` (`customer_id`);
--> statement-breakpoint
-- Only the user may still change: to null, when the account is removed.
CREATE TRIGGER `card_consents_never_change` BEFORE UPDATE OF `payment_id`, `payment_method_id`, `text`, `created_at` ON `card_consents`
BEGIN SELECT RAISE(ABORT, 'card_consent:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `card_consents_never_disappear` BEFORE DELETE ON `card_consents`
BEGIN SELECT RAISE(ABORT, 'card_consent:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `card_consents_are_not_replaced` BEFORE INSERT ON `card_consents`
WHEN EXISTS (SELECT 1 FROM `card_consents` WHERE payment_id = new.payment_id AND payment_method_id = new.payment_method_id)
BEGIN SELECT RAISE(ABORT, 'card_consent:immutable'); END;
--> statement-breakpoint
-- A card is removed once, and for good.
CREATE TRIGGER `kept_cards_stay_removed` BEFORE UPDATE OF `removed_at` ON `kept_cards`
WHEN old.removed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'kept_card:removed'); END;
--> statement-breakpoint
CREATE TRIGGER `kept_cards_never_disappear` BEFORE DELETE ON `kept_cards`
BEGIN SELECT RAISE(ABORT, 'kept_card:removed'); END;
