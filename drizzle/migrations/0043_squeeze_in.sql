-- An extra patient beside a taken time: it does not occupy its doctor, who has one at a time at most.
ALTER TABLE `appointments` ADD `squeezed` integer DEFAULT false NOT NULL CONSTRAINT `appointments_squeezed_has_reason` CHECK (`squeezed` = 0 or `override_reason` is not null);
--> statement-breakpoint
DROP INDEX `appointments_one_per_resource_and_time`;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_one_per_resource_and_time` ON `appointments` (`date`, coalesce(`doctor_id`, `treatment_id`), `start_minute`, `squeezed`) WHERE status = 'booked';
--> statement-breakpoint
DROP TRIGGER `appointments_resource_is_free_inserted`;
--> statement-breakpoint
CREATE TRIGGER `appointments_resource_is_free_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date AND other.squeezed = new.squeezed
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:resource'); END;
--> statement-breakpoint
DROP TRIGGER `appointments_resource_is_free_updated`;
--> statement-breakpoint
CREATE TRIGGER `appointments_resource_is_free_updated`
BEFORE UPDATE OF `treatment_id`, `doctor_id`, `date`, `start_minute`, `length_minutes`, `status`, `squeezed` ON `appointments`
WHEN new.status = 'booked' AND EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date AND other.id <> old.id AND other.squeezed = new.squeezed
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:resource'); END;
--> statement-breakpoint
DROP TRIGGER `holds_resource_is_free`;
--> statement-breakpoint
CREATE TRIGGER `holds_resource_is_free` BEFORE INSERT ON `holds`
WHEN EXISTS (
	SELECT 1 FROM `appointments` AS `other`
	WHERE other.status = 'booked' AND other.date = new.date AND other.squeezed = 0
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
	OR EXISTS (
	SELECT 1 FROM `holds` AS `other`
	WHERE other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:hold'); END;
--> statement-breakpoint
DROP TRIGGER `appointments_time_is_not_held_inserted`;
--> statement-breakpoint
CREATE TRIGGER `appointments_time_is_not_held_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND new.squeezed = 0 AND EXISTS (
	SELECT 1 FROM `holds` AS `other`
	WHERE other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:held'); END;
--> statement-breakpoint
DROP TRIGGER `appointments_time_is_not_held_updated`;
--> statement-breakpoint
CREATE TRIGGER `appointments_time_is_not_held_updated`
BEFORE UPDATE OF `treatment_id`, `doctor_id`, `date`, `start_minute`, `length_minutes`, `status`, `squeezed` ON `appointments`
WHEN new.status = 'booked' AND new.squeezed = 0 AND EXISTS (
	SELECT 1 FROM `holds` AS `other`
	WHERE other.date = new.date
		AND coalesce(other.doctor_id, other.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND other.start_minute < new.start_minute + new.length_minutes
		AND other.start_minute + other.length_minutes > new.start_minute)
BEGIN SELECT RAISE(ABORT, 'overlap:held'); END;
--> statement-breakpoint
-- Who takes care of what waits is said on every list.
ALTER TABLE `todo_marks` DROP CONSTRAINT `todo_marks_list`;
--> statement-breakpoint
ALTER TABLE `todo_marks` ADD CONSTRAINT `todo_marks_list` CHECK ("list" in ('owing', 'calls', 'conflicts', 'settle', 'handBack', 'unreachable', 'payments'));
--> statement-breakpoint
-- Payments are found by who paid, too, where that is not who booked.
DROP VIEW `search_payments_now`;
--> statement-breakpoint
CREATE VIEW `search_payments_now` AS
SELECT id AS payment_id, 10000 * succeeded_at AS first_id, search_text(coalesce((
	SELECT group_concat(patient_name || ' ' || coalesce(child_name, '') || ' ' || email, ' ')
	FROM payment_items JOIN appointments ON appointments.id = payment_items.appointment_id
	WHERE payment_items.payment_id = payments.id), '') || coalesce((
	SELECT ' ' || payer.name || ' ' || payer.email FROM users AS payer
	WHERE payer.uid = coalesce(payments.payer_uid, (SELECT linked_uid FROM desk_families WHERE desk_families.id = payments.payer_desk_family_id))
		AND NOT EXISTS (
			SELECT 1 FROM payment_items JOIN appointments ON appointments.id = payment_items.appointment_id
			WHERE payment_items.payment_id = payments.id AND appointments.patient_name = payer.name AND appointments.email = payer.email)), '')
) AS text
FROM payments WHERE state = 'succeeded';
--> statement-breakpoint
DROP TRIGGER `search_payments_updated`;
--> statement-breakpoint
CREATE TRIGGER `search_payments_updated` AFTER UPDATE OF `id`, `state`, `succeeded_at`, `payer_uid`, `payer_desk_family_id` ON `payments` BEGIN
	INSERT INTO search_payments_refresh SELECT old.id UNION SELECT new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_payers_updated` AFTER UPDATE OF `name`, `email` ON `users`
WHEN new.name <> old.name OR new.email <> old.email BEGIN
	INSERT INTO search_payments_refresh SELECT id FROM payments WHERE payer_uid = new.uid
	UNION SELECT id FROM payments WHERE payer_desk_family_id IN (SELECT id FROM desk_families WHERE linked_uid = new.uid);
END;
--> statement-breakpoint
CREATE TRIGGER `search_payers_linked` AFTER UPDATE OF `linked_uid` ON `desk_families`
WHEN new.linked_uid IS NOT old.linked_uid BEGIN
	INSERT INTO search_payments_refresh SELECT id FROM payments WHERE payer_desk_family_id = new.id;
END;
--> statement-breakpoint
INSERT INTO `search_payments_refresh`
SELECT known.payment_id FROM `search_payments` AS `known` JOIN `search_payments_now` AS `now` ON now.payment_id = known.payment_id
WHERE known.text <> now.text;
