-- What comparisons with Stripe find, and what admins have dealt with.
CREATE TABLE `payment_problems` (
	`cause` text NOT NULL,
	`subject` text NOT NULL,
	`payment_id` text NOT NULL,
	`appointment_id` text,
	`stripe_cents` integer,
	`recorded_cents` integer,
	`found_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	PRIMARY KEY(`cause`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `payment_problems_open` ON `payment_problems` (`found_at`) WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX `payment_problems_by_payment` ON `payment_problems` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`created_at`) WHERE disputed or dispute_lost;
--> statement-breakpoint
CREATE INDEX `refunds_by_dashboard` ON `refunds` (`created_at`) WHERE reason = 'dashboard';
