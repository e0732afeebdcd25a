ALTER TABLE `clinic_settings` ADD `time_zone` text DEFAULT 'America/Los_Angeles' NOT NULL;
--> statement-breakpoint
CREATE TABLE `receipts` (
	`year` integer NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text NOT NULL,
	`refund_id` text,
	`occurred_at` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`year`, `number`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipts_kind" CHECK("kind" in ('receipt', 'credit_note', 'reversal')),
	CONSTRAINT "receipts_of_refund" CHECK((kind = 'receipt') = (refund_id is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_one_per_payment` ON `receipts` (`payment_id`) WHERE refund_id is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_one_per_refund` ON `receipts` (`refund_id`,`kind`) WHERE refund_id is not null;
--> statement-breakpoint
CREATE INDEX `receipts_by_payment` ON `receipts` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `receipts_by_time` ON `receipts` (`occurred_at`);
--> statement-breakpoint
CREATE TRIGGER `receipts_without_gaps` BEFORE INSERT ON `receipts`
WHEN new.number IS NOT 1 + coalesce((SELECT max(number) FROM `receipts` WHERE year = new.year), 0)
	OR new.year < (SELECT max(year) FROM `receipts`)
BEGIN SELECT RAISE(ABORT, 'receipt:out_of_order'); END;
--> statement-breakpoint
CREATE TRIGGER `receipts_never_change` BEFORE UPDATE ON `receipts`
BEGIN SELECT RAISE(ABORT, 'receipt:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `receipts_never_disappear` BEFORE DELETE ON `receipts`
BEGIN SELECT RAISE(ABORT, 'receipt:immutable'); END;
