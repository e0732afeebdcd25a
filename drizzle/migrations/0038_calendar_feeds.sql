-- Calendars that staff and doctors subscribe to. The token itself is not kept.
CREATE TABLE `calendar_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`doctor_id` text,
	`with_names` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctors`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_by_token` ON `calendar_feeds` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `calendar_feeds_by_user` ON `calendar_feeds` (`created_by`);
--> statement-breakpoint
CREATE INDEX `calendar_feeds_by_doctor` ON `calendar_feeds` (`doctor_id`);
