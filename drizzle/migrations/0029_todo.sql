-- What the clinic has canceled or moved on its own: families whom no email has told of it are called.
CREATE TABLE `clinic_changes` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`what` text NOT NULL,
	`date` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "clinic_changes_what" CHECK("what" in ('cancelled', 'moved'))
);
--> statement-breakpoint
CREATE INDEX `clinic_changes_by_date` ON `clinic_changes` (`date`);
--> statement-breakpoint
INSERT INTO `clinic_changes` (`appointment_id`, `what`, `date`, `changed_at`)
SELECT `visit`.`id`, 'cancelled', `visit`.`date`, `visit`.`cancelled_at` FROM `appointments` AS `visit`
WHERE `visit`.`status` = 'cancelled' AND `visit`.`cancelled_at` IS NOT NULL AND `visit`.`date` >= date('now', '-1 day')
	AND EXISTS (SELECT 1 FROM `events` WHERE `subject` = `visit`.`id` AND `kind` = 'appointment.cancelled' AND json_extract(`data`, '$.by') = 'clinic');
--> statement-breakpoint
-- Who takes care of what waits, and what came of a call.
CREATE TABLE `todo_marks` (
	`list` text NOT NULL,
	`subject` text NOT NULL,
	`claimed_by` text,
	`claimed_at` integer,
	`outcome` text,
	`outcome_by` text,
	`outcome_at` integer,
	PRIMARY KEY(`list`, `subject`),
	CONSTRAINT "todo_marks_list" CHECK("list" in ('owing', 'calls')),
	CONSTRAINT "todo_marks_outcome" CHECK("outcome" in ('reached', 'message', 'no_answer')),
	CONSTRAINT "todo_marks_claim" CHECK((claimed_by is null) = (claimed_at is null)),
	CONSTRAINT "todo_marks_answer" CHECK((outcome is null) = (outcome_by is null) and (outcome is null) = (outcome_at is null))
);
--> statement-breakpoint
-- Covers what families owe: past visits that are not paid.
CREATE INDEX `appointments_unpaid` ON `appointments` (`date`, `start_minute`, `id`, `price_cents`) WHERE status = 'booked' and paid = 0 and attendance <> 'no_show';
