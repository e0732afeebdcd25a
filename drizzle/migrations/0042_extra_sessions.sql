-- Extra time in spite of the hours: of the clinic, or of the doctor whom it names. It never changes; it
-- is added and withdrawn.
CREATE TABLE `extra_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text,
	`date` text NOT NULL,
	`from_minute` integer NOT NULL,
	`to_minute` integer NOT NULL,
	`every_minutes` integer,
	`price_cents` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctors`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "extra_sessions_iso_date" CHECK("date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "extra_sessions_within_a_day" CHECK("from_minute" >= 0 and "from_minute" < "to_minute" and "to_minute" <= 1440),
	CONSTRAINT "extra_sessions_rhythm" CHECK(coalesce("every_minutes", 5) >= 5),
	CONSTRAINT "extra_sessions_chargeable" CHECK(coalesce("price_cents", 50) >= 50)
);
--> statement-breakpoint
CREATE INDEX `extra_sessions_by_date` ON `extra_sessions` (`date`);
--> statement-breakpoint
-- The treatments of a session; without any it is for all.
CREATE TABLE `extra_session_treatments` (
	`session_id` text NOT NULL,
	`treatment_id` text NOT NULL,
	PRIMARY KEY(`session_id`, `treatment_id`),
	FOREIGN KEY (`session_id`) REFERENCES `extra_sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- A bit for each weekday on which the treatment's times are offered; 1 for Sunday.
ALTER TABLE `treatments` ADD `weekdays` integer DEFAULT 127 NOT NULL CONSTRAINT `treatments_weekdays` CHECK (`weekdays` between 1 and 127);
--> statement-breakpoint
-- For so many minutes after it, its doctor takes no other appointment.
ALTER TABLE `treatments` ADD `buffer_minutes` integer DEFAULT 0 NOT NULL CONSTRAINT `treatments_buffer` CHECK (`buffer_minutes` between 0 and 240);
