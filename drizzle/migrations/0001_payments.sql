CREATE TABLE `payments` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`last_failure` text,
	`refund_id` text,
	`disputed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payments_by_appointment` ON `payments` (`appointment_id`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_pays_the_appointment` ON `payments` (`appointment_id`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `stripe_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`seen_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`intent_id` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
