-- Appointments for children: who is in two places, or has a treatment twice a day, is the child.
ALTER TABLE `appointments` ADD `child_id` text REFERENCES `children`(`id`);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `child_name` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `child_birth_date` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD CONSTRAINT `appointments_child_is_known` CHECK ((child_id is null) = (child_name is null) and (child_id is null) = (child_birth_date is null));
--> statement-breakpoint
CREATE INDEX `appointments_by_child` ON `appointments` (`child_id`, `date`) WHERE child_id is not null;
--> statement-breakpoint
DROP INDEX `appointments_one_per_patient_and_treatment`;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_patient_and_treatment` ON `appointments` (coalesce(child_id, patient_uid, desk_family_id), `date`, `treatment_id`) WHERE status = 'booked';
--> statement-breakpoint
DROP INDEX `appointments_one_per_patient_and_time`;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_patient_and_time` ON `appointments` (coalesce(child_id, patient_uid, desk_family_id), `date`, `start_minute`) WHERE status = 'booked';
--> statement-breakpoint
DROP TRIGGER `appointments_patient_is_free_inserted`;
--> statement-breakpoint
CREATE TRIGGER `appointments_patient_is_free_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date
		AND coalesce(other.child_id, other.patient_uid, other.desk_family_id) = coalesce(new.child_id, new.patient_uid, new.desk_family_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:patient'); END;
--> statement-breakpoint
DROP TRIGGER `appointments_patient_is_free_updated`;
--> statement-breakpoint
CREATE TRIGGER `appointments_patient_is_free_updated`
BEFORE UPDATE OF `child_id`, `patient_uid`, `desk_family_id`, `date`, `start_minute`, `length_minutes`, `status` ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date AND other.id <> old.id
		AND coalesce(other.child_id, other.patient_uid, other.desk_family_id) = coalesce(new.child_id, new.patient_uid, new.desk_family_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:patient'); END;
