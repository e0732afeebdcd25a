-- The doctor whose day a user of the role doctor sees; each doctor has one user at most.
ALTER TABLE `users` ADD `doctor_id` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_one_per_doctor` ON `users` (`doctor_id`) WHERE doctor_id is not null;
--> statement-breakpoint
-- Where cash was taken or handed back; null without tills.
ALTER TABLE `payments` ADD `till` text CONSTRAINT `payments_till` CHECK (till is null or (method = 'cash' and length(till) between 1 and 40));
--> statement-breakpoint
CREATE TRIGGER `payments_till_never_changes` BEFORE UPDATE OF `till` ON `payments`
WHEN new.till IS NOT old.till
BEGIN SELECT RAISE(ABORT, 'payment:immutable'); END;
--> statement-breakpoint
ALTER TABLE `refunds` ADD `till` text CONSTRAINT `refunds_till` CHECK (length(till) between 1 and 40);
--> statement-breakpoint
-- What was in a till in the morning and when it was counted. Append-only: a correction is the next version.
CREATE TABLE `till_counts` (
	`date` text NOT NULL,
	`till` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`note` text NOT NULL,
	`counted_by` text NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`date`, `till`, `kind`, `version`),
	CONSTRAINT "till_counts_kind" CHECK("kind" in ('float', 'count')),
	CONSTRAINT "till_counts_amount" CHECK("amount_cents" between 0 and 10000000),
	CONSTRAINT "till_counts_till" CHECK(length("till") between 1 and 40),
	CONSTRAINT "till_counts_correction" CHECK(length("note") <= 200 and ("version" = 1 or "note" <> ''))
);
--> statement-breakpoint
CREATE TRIGGER `till_counts_follow_each_other` BEFORE INSERT ON `till_counts`
WHEN new.version <> 1 + (SELECT coalesce(max(version), 0) FROM `till_counts` WHERE date = new.date AND till = new.till AND kind = new.kind)
BEGIN SELECT RAISE(ABORT, 'till_count:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `till_counts_never_change` BEFORE UPDATE ON `till_counts`
BEGIN SELECT RAISE(ABORT, 'till_count:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `till_counts_never_disappear` BEFORE DELETE ON `till_counts`
BEGIN SELECT RAISE(ABORT, 'till_count:immutable'); END;
