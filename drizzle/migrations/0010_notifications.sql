CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`appointment_id` text,
	`uid` text,
	`recipient` text,
	`dedupe_key` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`data` text NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer,
	`lease_until` integer,
	`message_id` text,
	`error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "notifications_sending_has_lease" CHECK((state = 'sending') = (lease_until is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe_key_unique` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at`,`id`) WHERE state = 'due' and kind <> 'reminder';--> statement-breakpoint
CREATE INDEX `notifications_reminders_due` ON `notifications` (`due_at`,`id`) WHERE state = 'due' and kind = 'reminder';--> statement-breakpoint
CREATE INDEX `notifications_sending` ON `notifications` (`lease_until`) WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX `notifications_attempted` ON `notifications` (`attempted_at`) WHERE attempted_at is not null;--> statement-breakpoint
CREATE INDEX `notifications_by_appointment` ON `notifications` (`appointment_id`,`id`) WHERE appointment_id is not null;--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`uid`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_by_message` ON `notifications` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `notifications_with_error` ON `notifications` (`state`,`id`) WHERE error is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `reminders` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `bounced_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `bounced_at` integer;--> statement-breakpoint
CREATE INDEX `users_bounced` ON `users` (`bounced_at`) WHERE bounced_email is not null;