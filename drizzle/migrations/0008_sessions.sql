CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`device` text NOT NULL,
	`started_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "sessions_end_has_reason" CHECK((ended_at is null) = (ended_by is null))
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`uid`,`last_used_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_verified` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `sessions_valid_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `credentials` text;--> statement-breakpoint
ALTER TABLE `users` ADD `provider_valid_from` integer;