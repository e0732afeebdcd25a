CREATE TABLE `doctors` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`designation` text,
	`specialty` text NOT NULL,
	`img` text,
	`facebook` text,
	`linkedin` text,
	`twitter` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "doctors_email_lower_case" CHECK("doctors"."email" = lower("doctors"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `doctors_email_unique` ON `doctors` (`email`);