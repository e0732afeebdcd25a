-- The check-up plan. It is off in every database until an admin switches it on.
CREATE TABLE `check_up_plans` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`has_no_past_visits` integer DEFAULT false NOT NULL,
	`batches` integer DEFAULT 0 NOT NULL,
	`is_automatic` integer DEFAULT false NOT NULL,
	`looked_on` text,
	CONSTRAINT "check_up_plans_single_row" CHECK("check_up_plans"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `check_up_plans` (`id`) VALUES (1);
