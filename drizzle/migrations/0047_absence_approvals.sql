-- Absences that staff have recorded, where an admin has to approve them: they apply at once.
CREATE TABLE `absence_approvals` (
	`closure_id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`date` text NOT NULL,
	`from_minute` integer NOT NULL,
	`recorded_by` text,
	`recorded_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctors`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "absence_approvals_state" CHECK("state" in ('waiting', 'approved', 'withdrawn')),
	CONSTRAINT "absence_approvals_decided" CHECK(("decided_at" is null) = ("state" = 'waiting'))
);
--> statement-breakpoint
CREATE INDEX `absence_approvals_by_time` ON `absence_approvals` (`recorded_at`);
--> statement-breakpoint
CREATE INDEX `absence_approvals_waiting` ON `absence_approvals` (`doctor_id`) WHERE state = 'waiting';
--> statement-breakpoint
ALTER TABLE `todo_marks` DROP CONSTRAINT `todo_marks_list`;
--> statement-breakpoint
ALTER TABLE `todo_marks` ADD CONSTRAINT `todo_marks_list` CHECK ("list" in ('owing', 'calls', 'conflicts', 'settle', 'handBack', 'unreachable', 'payments', 'absences'));
