ALTER TABLE `appointments` ADD `attendance_by` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `attendance_at` integer;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `staff_note` text DEFAULT '' NOT NULL CONSTRAINT `appointments_note_length` CHECK (length(`staff_note`) <= 500);
--> statement-breakpoint
-- The steps of machines/attendance, and their undoing.
CREATE TRIGGER `appointments_attendance_in_steps` BEFORE UPDATE OF `attendance` ON `appointments`
WHEN new.attendance <> old.attendance AND old.attendance || ' to ' || new.attendance NOT IN (
	'expected to arrived', 'expected to no_show', 'arrived to completed',
	'arrived to expected', 'completed to arrived', 'no_show to expected')
BEGIN SELECT RAISE(ABORT, 'attendance:not_possible'); END;
