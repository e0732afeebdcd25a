-- What a change of the schedule cancels, until it is canceled: a few appointments in each transaction.
CREATE TABLE `decided_cancellations` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`decided_by` text NOT NULL,
	`closure_id` text,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `decided_cancellations_by_closure` ON `decided_cancellations` (`closure_id`) WHERE closure_id is not null;
