-- A time that becomes free waits until the families that wait were asked about it: docs/decisions/017-freed-times-as-events.md.
-- Until `hidden_until`, by the machine's clock, it is no free time; as long as it waits, no appointment takes it.
ALTER TABLE `freed_times` ADD `hidden_until` integer;
--> statement-breakpoint
ALTER TABLE `freed_times` ADD `opened_id` text;
--> statement-breakpoint
-- The days that a closure, an absence or its end has opened; `from_date` goes on with the days that were offered.
CREATE TABLE `opened_times` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`from_minute` integer NOT NULL,
	`to_minute` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`hidden_until` integer NOT NULL,
	`asked` text,
	CONSTRAINT "opened_times_range" CHECK("from_date" <= "to_date" and "from_minute" < "to_minute")
);
--> statement-breakpoint
CREATE INDEX `freed_times_waiting` ON `freed_times` (`date`, `start_minute`) WHERE state = 'offering';
--> statement-breakpoint
CREATE INDEX `freed_times_of_opened` ON `freed_times` (`opened_id`, `date`) WHERE opened_id is not null;
--> statement-breakpoint
CREATE TRIGGER `appointments_time_was_offered_inserted` BEFORE INSERT ON `appointments`
WHEN new.status = 'booked' AND new.squeezed = 0 AND (EXISTS (
	SELECT 1 FROM `freed_times` AS `freed`
	WHERE freed.state = 'offering' AND freed.date = new.date
		AND coalesce(freed.doctor_id, freed.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND freed.start_minute < new.start_minute + new.length_minutes
		AND freed.start_minute + freed.length_minutes > new.start_minute
		AND NOT EXISTS (SELECT 1 FROM `offers` WHERE `freed_time_id` = freed.id AND `state` = 'open'))
	OR EXISTS (
	SELECT 1 FROM `opened_times` AS `opened`
	WHERE new.date BETWEEN opened.from_date AND opened.to_date
		AND (opened.doctor_id IS NULL OR opened.doctor_id = new.doctor_id)
		AND opened.from_minute < new.start_minute + new.length_minutes
		AND opened.to_minute > new.start_minute
		AND NOT EXISTS (
		SELECT 1 FROM `freed_times` AS `freed`
		WHERE freed.opened_id = opened.id AND freed.date = new.date
			AND coalesce(freed.doctor_id, freed.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
			AND freed.start_minute <= new.start_minute
			AND freed.start_minute + freed.length_minutes >= new.start_minute + new.length_minutes)))
BEGIN SELECT RAISE(ABORT, 'overlap:not_offered'); END;
--> statement-breakpoint
CREATE TRIGGER `appointments_time_was_offered_updated`
BEFORE UPDATE OF `treatment_id`, `doctor_id`, `date`, `start_minute`, `length_minutes`, `status`, `squeezed` ON `appointments`
WHEN new.status = 'booked' AND new.squeezed = 0 AND (EXISTS (
	SELECT 1 FROM `freed_times` AS `freed`
	WHERE freed.state = 'offering' AND freed.date = new.date
		AND coalesce(freed.doctor_id, freed.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
		AND freed.start_minute < new.start_minute + new.length_minutes
		AND freed.start_minute + freed.length_minutes > new.start_minute
		AND NOT EXISTS (SELECT 1 FROM `offers` WHERE `freed_time_id` = freed.id AND `state` = 'open'))
	OR EXISTS (
	SELECT 1 FROM `opened_times` AS `opened`
	WHERE new.date BETWEEN opened.from_date AND opened.to_date
		AND (opened.doctor_id IS NULL OR opened.doctor_id = new.doctor_id)
		AND opened.from_minute < new.start_minute + new.length_minutes
		AND opened.to_minute > new.start_minute
		AND NOT EXISTS (
		SELECT 1 FROM `freed_times` AS `freed`
		WHERE freed.opened_id = opened.id AND freed.date = new.date
			AND coalesce(freed.doctor_id, freed.treatment_id) = coalesce(new.doctor_id, new.treatment_id)
			AND freed.start_minute <= new.start_minute
			AND freed.start_minute + freed.length_minutes >= new.start_minute + new.length_minutes)))
BEGIN SELECT RAISE(ABORT, 'overlap:not_offered'); END;
--> statement-breakpoint
-- Offers that ended just before this version are passed on by an event of their own.
INSERT INTO `events` (`id`, `kind`, `subject`, `data`, `occurred_at`)
	SELECT `id`, 'times.freed', `id`, json_object('fromDate', `date`, 'toDate', `date`, 'fromMinute', `start_minute`, 'toMinute', `start_minute` + `length_minutes`, 'doctorId', `doctor_id`, 'treatmentId', `treatment_id`), `freed_at`
	FROM `freed_times` AS `freed` WHERE `state` = 'offering'
		AND NOT EXISTS (SELECT 1 FROM `offers` WHERE `freed_time_id` = freed.id AND `state` = 'open');
--> statement-breakpoint
INSERT INTO `event_deliveries` (`event_id`, `handler`, `due_at`)
	SELECT `id`, 'waitlist.offer', 0 FROM `events` WHERE `kind` = 'times.freed';
