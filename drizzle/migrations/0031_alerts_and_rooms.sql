-- What everyone who treats a child has to know. Append-only: each change is a row, an empty text removes
-- the alert, and rows go only with the child.
CREATE TABLE `child_alerts` (
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`child_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`written_by` text NOT NULL,
	`written_at` integer NOT NULL,
	PRIMARY KEY(`id`, `version`),
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "child_alerts_kind" CHECK("kind" in ('allergy', 'interpreter', 'custody', 'other')),
	CONSTRAINT "child_alerts_length" CHECK(length("text") <= 200)
);
--> statement-breakpoint
CREATE INDEX `child_alerts_by_child` ON `child_alerts` (`child_id`);
--> statement-breakpoint
-- Also INSERT OR REPLACE, which deletes without the trigger below.
CREATE TRIGGER `child_alerts_follow_each_other` BEFORE INSERT ON `child_alerts`
WHEN new.version <> 1 + (SELECT coalesce(max(version), 0) FROM `child_alerts` WHERE id = new.id)
	OR EXISTS (SELECT 1 FROM `child_alerts` WHERE id = new.id AND child_id <> new.child_id)
BEGIN SELECT RAISE(ABORT, 'child_alert:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `child_alerts_never_change` BEFORE UPDATE ON `child_alerts`
BEGIN SELECT RAISE(ABORT, 'child_alert:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `child_alerts_never_disappear` BEFORE DELETE ON `child_alerts`
WHEN EXISTS (SELECT 1 FROM `children` WHERE id = old.child_id)
BEGIN SELECT RAISE(ABORT, 'child_alert:immutable'); END;
--> statement-breakpoint
-- In room: arrived, with the time since when. It stays once the appointment is completed.
ALTER TABLE `appointments` ADD `arrived_at` integer;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `room_at` integer CONSTRAINT `appointments_room_after_arrival` CHECK (room_at is null or attendance in ('arrived', 'completed'));
--> statement-breakpoint
ALTER TABLE `appointments` ADD `room` text CONSTRAINT `appointments_room_name` CHECK (room is null or (room_at is not null and length(room) between 1 and 40));
--> statement-breakpoint
UPDATE `appointments` SET `arrived_at` = coalesce((
	SELECT max(`occurred_at`) FROM `events` WHERE `subject` = `appointments`.`id` AND `kind` = 'appointment.arrived'),
	CASE WHEN `attendance` = 'arrived' THEN `attendance_at` END)
WHERE `attendance` IN ('arrived', 'completed');
--> statement-breakpoint
-- A patient enters and leaves a room between arriving and completion, in a step of its own.
CREATE TRIGGER `appointments_room_in_steps` BEFORE UPDATE OF `attendance`, `room_at`, `room` ON `appointments`
WHEN (new.attendance <> old.attendance OR new.room_at IS NOT old.room_at OR new.room IS NOT old.room)
	AND NOT (
		(new.room_at IS old.room_at AND new.room IS old.room
			AND (old.room_at IS NULL OR new.attendance IN ('arrived', 'completed')))
		OR (old.attendance = 'arrived' AND new.attendance = 'arrived'
			AND (old.room_at IS NULL) <> (new.room_at IS NULL)))
BEGIN SELECT RAISE(ABORT, 'attendance:not_possible'); END;
