-- Families without an account, for whom the front desk books. By hand, because rebuilding a table
-- would lose the rows that refer to it.
CREATE TABLE `desk_families` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`email` text,
	`linked_uid` text,
	`reminders` integer DEFAULT true NOT NULL,
	`bounced_email` text,
	`bounced_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`linked_uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "desk_families_email_lower_case" CHECK("email" = lower("email"))
);
--> statement-breakpoint
CREATE INDEX `desk_families_by_email` ON `desk_families` (`email`) WHERE email is not null;
--> statement-breakpoint
CREATE INDEX `desk_families_by_account` ON `desk_families` (`linked_uid`) WHERE linked_uid is not null;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `desk_family_id` text REFERENCES `desk_families`(`id`);
--> statement-breakpoint
ALTER TABLE `appointments` ADD CONSTRAINT `appointments_of_one_family` CHECK (patient_uid is null or desk_family_id is null);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `override_reason` text CONSTRAINT `appointments_override_reason` CHECK (length(override_reason) between 1 and 300);
--> statement-breakpoint
CREATE INDEX `appointments_by_desk_family` ON `appointments` (`desk_family_id`, `date`) WHERE desk_family_id is not null;
--> statement-breakpoint
CREATE INDEX `appointments_by_phone` ON `appointments` (`phone`, `patient_uid`, `desk_family_id`);
--> statement-breakpoint
DROP INDEX `appointments_one_per_patient_and_treatment`;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_patient_and_treatment` ON `appointments` (coalesce(patient_uid, desk_family_id), `date`, `treatment_id`) WHERE status = 'booked';
--> statement-breakpoint
DROP INDEX `appointments_one_per_patient_and_time`;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_patient_and_time` ON `appointments` (coalesce(patient_uid, desk_family_id), `date`, `start_minute`) WHERE status = 'booked';
--> statement-breakpoint
DROP TRIGGER `appointments_patient_is_free_inserted`;
--> statement-breakpoint
CREATE TRIGGER `appointments_patient_is_free_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date
		AND coalesce(other.patient_uid, other.desk_family_id) = coalesce(new.patient_uid, new.desk_family_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:patient'); END;
--> statement-breakpoint
DROP TRIGGER `appointments_patient_is_free_updated`;
--> statement-breakpoint
CREATE TRIGGER `appointments_patient_is_free_updated`
BEFORE UPDATE OF `patient_uid`, `desk_family_id`, `date`, `start_minute`, `length_minutes`, `status` ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date AND other.id <> old.id
		AND coalesce(other.patient_uid, other.desk_family_id) = coalesce(new.patient_uid, new.desk_family_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:patient'); END;
--> statement-breakpoint
ALTER TABLE `notifications` ADD `desk_family_id` text REFERENCES `desk_families`(`id`) ON DELETE set null;
--> statement-breakpoint
CREATE INDEX `notifications_by_desk_family` ON `notifications` (`desk_family_id`, `id`) WHERE desk_family_id is not null;
--> statement-breakpoint
CREATE INDEX `events_of_family` ON `events` (json_extract(data, '$.family')) WHERE json_extract(data, '$.family') is not null;
