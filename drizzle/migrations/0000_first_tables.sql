CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`service_id` text NOT NULL,
	`treatment` text NOT NULL,
	`price_cents` integer NOT NULL,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`length_minutes` integer NOT NULL,
	`patient_uid` text,
	`patient_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`status` text DEFAULT 'booked' NOT NULL,
	`paid` integer DEFAULT false NOT NULL,
	`transaction_id` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`cancelled_at` integer,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "appointments_paid_has_transaction" CHECK(paid = (transaction_id is not null)),
	CONSTRAINT "appointments_iso_date" CHECK("appointments"."date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_transaction_id_unique` ON `appointments` (`transaction_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_slot` ON `appointments` (`date`,`service_id`,`start_minute`) WHERE status = 'booked';--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_patient_and_treatment` ON `appointments` (`patient_uid`,`date`,`service_id`) WHERE status = 'booked';--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_patient_and_time` ON `appointments` (`patient_uid`,`date`,`start_minute`) WHERE status = 'booked';--> statement-breakpoint
CREATE INDEX `appointments_by_patient` ON `appointments` (`patient_uid`,`date`);--> statement-breakpoint
CREATE TABLE `closures` (
	`date` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event_deliveries` (
	`event_id` text NOT NULL,
	`handler` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`last_error` text,
	PRIMARY KEY(`event_id`, `handler`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_deliveries_due` ON `event_deliveries` (`status`,`due_at`) WHERE status <> 'done';--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor` text,
	`subject` text NOT NULL,
	`data` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`published_at` integer
);
--> statement-breakpoint
CREATE INDEX `events_unpublished` ON `events` (`id`) WHERE published_at is null;--> statement-breakpoint
CREATE INDEX `events_by_subject` ON `events` (`subject`);--> statement-breakpoint
CREATE TABLE `service_slots` (
	`service_id` text NOT NULL,
	`start_minute` integer NOT NULL,
	`length_minutes` integer NOT NULL,
	PRIMARY KEY(`service_id`, `start_minute`),
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "service_slots_within_a_day" CHECK("service_slots"."start_minute" >= 0 and "service_slots"."length_minutes" > 0 and "service_slots"."start_minute" + "service_slots"."length_minutes" <= 1440)
);
--> statement-breakpoint
CREATE TABLE `services` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`price_cents` integer NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL,
	CONSTRAINT "services_price_chargeable" CHECK("services"."price_cents" >= 50)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `services_name_unique` ON `services` (`name`);--> statement-breakpoint
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`photo` text,
	`role` text DEFAULT 'patient' NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_email_lower_case" CHECK("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);