-- Messages of the contact page.
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`form_key` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`query` text NOT NULL,
	`received_at` integer NOT NULL,
	`done_at` integer,
	`done_by` text,
	FOREIGN KEY (`done_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "contact_messages_done_by" CHECK(done_by is null or done_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_messages_form_key_unique` ON `contact_messages` (`form_key`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_receipt` ON `contact_messages` (`received_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_email` ON `contact_messages` (`email`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_closer` ON `contact_messages` (`done_by`) WHERE done_by is not null;--> statement-breakpoint
CREATE INDEX `contact_messages_open` ON `contact_messages` (`id`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `contact_messages_done` ON `contact_messages` (`done_at`) WHERE done_at is not null;
