-- The clinic's own schedule: opening hours, closures, dated prices, doctors at work. By hand,
-- because rebuilding a table would lose the rows that refer to it.
CREATE TABLE `prices` (
	`treatment_id` text NOT NULL,
	`valid_from` text NOT NULL,
	`price_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`treatment_id`, `valid_from`),
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "prices_chargeable" CHECK("price_cents" >= 50),
	CONSTRAINT "prices_iso_date" CHECK("valid_from" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
INSERT INTO `prices` SELECT `id`, '2000-01-01', `price_cents`, unixepoch() * 1000 FROM `treatments`;
--> statement-breakpoint
-- The time zone is the clinic's, which the database does not know: a price that applies anywhere on
-- earth stays. Planned ones are withdrawn and planned anew.
CREATE TRIGGER `prices_never_change` BEFORE UPDATE ON `prices`
BEGIN SELECT RAISE(ABORT, 'price:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `prices_past_are_kept` BEFORE DELETE ON `prices`
WHEN old.valid_from <= date('now', '-12 hours')
BEGIN SELECT RAISE(ABORT, 'price:immutable'); END;
--> statement-breakpoint
ALTER TABLE `treatments` DROP CONSTRAINT `treatments_price_chargeable`;
--> statement-breakpoint
ALTER TABLE `treatments` DROP COLUMN `price_cents`;
--> statement-breakpoint
ALTER TABLE `treatments` ADD `min_age_months` integer;
--> statement-breakpoint
ALTER TABLE `treatments` ADD `max_age_months` integer;
--> statement-breakpoint
ALTER TABLE `treatments` ADD `version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `treatments` ADD CONSTRAINT `treatments_age_limits` CHECK (coalesce(`min_age_months`, 0) >= 0 AND coalesce(`max_age_months`, 1200) > coalesce(`min_age_months`, 0));
--> statement-breakpoint
ALTER TABLE `doctors` ADD `version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TABLE `doctor_treatments` (
	`treatment_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	PRIMARY KEY(`treatment_id`, `doctor_id`),
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `doctor_treatments_by_doctor` ON `doctor_treatments` (`doctor_id`);
--> statement-breakpoint
CREATE TABLE `hours_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text,
	`valid_from` text NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctors`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hours_plans_iso_date" CHECK("valid_from" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hours_plans_one_per_start` ON `hours_plans` (coalesce(`doctor_id`, ''), `valid_from`);
--> statement-breakpoint
CREATE TABLE `hours_spans` (
	`plan_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from_minute` integer NOT NULL,
	`to_minute` integer NOT NULL,
	PRIMARY KEY(`plan_id`, `weekday`, `from_minute`),
	FOREIGN KEY (`plan_id`) REFERENCES `hours_plans`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hours_spans_within_a_day" CHECK("weekday" between 0 and 6 and "from_minute" >= 0 and "from_minute" < "to_minute" and "to_minute" <= 1440)
);
--> statement-breakpoint
-- The hours that applied so far: Monday to Friday, 09:00 to 17:00, or longer where times were offered.
INSERT INTO `hours_plans` VALUES ('00000000-0000-7000-8000-000000000001', NULL, '2000-01-01');
--> statement-breakpoint
INSERT INTO `hours_spans`
SELECT '00000000-0000-7000-8000-000000000001', `weekday`.`value`,
	min(540, coalesce((SELECT min(`start_minute`) FROM `treatment_times`), 540)),
	max(1020, coalesce((SELECT max(`start_minute` + `length_minutes`) FROM `treatment_times`), 1020))
FROM json_each('[1,2,3,4,5]') AS `weekday`;
--> statement-breakpoint
ALTER TABLE `closures` RENAME TO `closed_dates`;
--> statement-breakpoint
CREATE TABLE `closures` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`from_minute` integer DEFAULT 0 NOT NULL,
	`to_minute` integer DEFAULT 1440 NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctors`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "closures_iso_dates" CHECK("from_date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' and "to_date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' and "from_date" <= "to_date"),
	CONSTRAINT "closures_within_a_day" CHECK("from_minute" >= 0 and "from_minute" < "to_minute" and "to_minute" <= 1440)
);
--> statement-breakpoint
INSERT INTO `closures` (`id`, `from_date`, `to_date`, `reason`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), `date`, `date`, `reason` FROM `closed_dates`;
--> statement-breakpoint
DROP TABLE `closed_dates`;
--> statement-breakpoint
CREATE INDEX `closures_by_end` ON `closures` (`to_date`);
--> statement-breakpoint
CREATE TABLE `clinic_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`details` text NOT NULL,
	CONSTRAINT "clinic_settings_single_row" CHECK("id" = 1)
);
--> statement-breakpoint
INSERT INTO `clinic_settings` (`id`, `details`) VALUES (1, '{}');
--> statement-breakpoint
ALTER TABLE `appointments` ADD `doctor_id` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `doctor_name` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `attendance` text DEFAULT 'expected' NOT NULL CONSTRAINT `appointments_attendance` CHECK (`attendance` IN ('expected', 'arrived', 'completed', 'no_show'));
--> statement-breakpoint
ALTER TABLE `appointments` ADD CONSTRAINT `appointments_attended_is_booked` CHECK (`attendance` = 'expected' OR `status` = 'booked');
--> statement-breakpoint
DROP INDEX `appointments_one_per_slot`;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_resource_and_time` ON `appointments` (`date`, coalesce(`doctor_id`, `treatment_id`), `start_minute`) WHERE status = 'booked';
--> statement-breakpoint
-- An appointment occupies a resource: its doctor, or its treatment when it has no doctor.
CREATE TRIGGER `appointments_resource_is_free_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:resource'); END;
--> statement-breakpoint
CREATE TRIGGER `appointments_resource_is_free_updated`
BEFORE UPDATE OF `treatment_id`, `doctor_id`, `date`, `start_minute`, `length_minutes`, `status` ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date AND other.id <> old.id
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:resource'); END;
--> statement-breakpoint
CREATE TRIGGER `appointments_patient_is_free_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.patient_uid = new.patient_uid AND other.date = new.date
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:patient'); END;
--> statement-breakpoint
CREATE TRIGGER `appointments_patient_is_free_updated`
BEFORE UPDATE OF `patient_uid`, `date`, `start_minute`, `length_minutes`, `status` ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.patient_uid = new.patient_uid AND other.date = new.date AND other.id <> old.id
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:patient'); END;
