-- Figures for Insights, summed up by day. Everything but the frozen capacity and the first appointments
-- of removed accounts can be computed again.
CREATE TABLE `insight_days` (
	`doctor_id` text NOT NULL,
	`treatment_id` text NOT NULL,
	`date` text NOT NULL,
	`booked` integer NOT NULL,
	`completed` integer NOT NULL,
	`no_show` integer NOT NULL,
	`cancelled_late` integer NOT NULL,
	`new_families` integer NOT NULL,
	`unpaid` integer NOT NULL,
	`unpaid_cents` integer NOT NULL,
	`hours` text NOT NULL,
	`leads` text NOT NULL,
	PRIMARY KEY(`doctor_id`, `treatment_id`, `date`)
);
--> statement-breakpoint
CREATE INDEX `insight_days_by_date` ON `insight_days` (`date`);
--> statement-breakpoint
CREATE INDEX `insight_days_unpaid` ON `insight_days` (`treatment_id`,`doctor_id`,`date`,`unpaid`,`unpaid_cents`) WHERE unpaid > 0;
--> statement-breakpoint
CREATE TABLE `insight_money` (
	`doctor_id` text NOT NULL,
	`treatment_id` text NOT NULL,
	`date` text NOT NULL,
	`card` integer NOT NULL,
	`cash` integer NOT NULL,
	`terminal` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`already_paid` integer NOT NULL,
	`mismatch` integer NOT NULL,
	`staff` integer NOT NULL,
	`dashboard` integer NOT NULL,
	`dispute_lost` integer NOT NULL,
	PRIMARY KEY(`doctor_id`, `treatment_id`, `date`)
);
--> statement-breakpoint
CREATE INDEX `insight_money_by_date` ON `insight_money` (`date`);
--> statement-breakpoint
CREATE TABLE `insight_capacity` (
	`resource_id` text NOT NULL,
	`date` text NOT NULL,
	`hours` text NOT NULL,
	PRIMARY KEY(`resource_id`, `date`)
);
--> statement-breakpoint
CREATE TABLE `insight_first_appointments` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `insight_dirty_days` (
	`date` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `insight_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`position` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`refreshed_at` integer,
	`compared_at` integer,
	`emailed_week` text,
	CONSTRAINT "insight_progress_single_row" CHECK("insight_progress"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `insight_progress` (`id`) VALUES (1);
--> statement-breakpoint
CREATE INDEX `appointments_cancelled_by_date` ON `appointments` (`date`,`start_minute`,`id`) WHERE status = 'cancelled';
--> statement-breakpoint
CREATE INDEX `appointments_missed_by_date` ON `appointments` (`date`,`start_minute`,`id`) WHERE status = 'booked' and attendance = 'no_show';
