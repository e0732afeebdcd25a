-- Visits that the clinic asks families to book, the check-up plan, and calls about both. Nothing of an
-- existing database changes: every treatment stays bookable online.
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`child_id` text NOT NULL,
	`treatment_id` text NOT NULL,
	`doctor_id` text,
	`due_date` text NOT NULL,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`origin` text NOT NULL,
	`after_appointment_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`appointment_id` text,
	`elsewhere_month` text,
	`asked` integer DEFAULT 0 NOT NULL,
	`next_ask_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`opened_by` text,
	`opened_at` integer NOT NULL,
	`ended_by` text,
	`ended_at` integer,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`after_appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "tickets_dates" CHECK(from_date <= due_date and due_date <= to_date),
	CONSTRAINT "tickets_iso_date" CHECK("due_date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "tickets_note_length" CHECK(length(note) <= 200),
	CONSTRAINT "tickets_origin" CHECK("origin" in ('visit', 'missed', 'plan')),
	CONSTRAINT "tickets_state" CHECK("state" in ('open', 'booked', 'lapsed', 'declined', 'elsewhere', 'withdrawn')),
	CONSTRAINT "tickets_booked_has_appointment" CHECK(state <> 'booked' or appointment_id is not null),
	CONSTRAINT "tickets_ended" CHECK((state = 'open') = (ended_at is null)),
	CONSTRAINT "tickets_elsewhere" CHECK((state = 'elsewhere') = (elsewhere_month is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_one_open` ON `tickets` (`child_id`,`treatment_id`,coalesce(doctor_id, '')) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `tickets_by_child` ON `tickets` (`child_id`,`id`);
--> statement-breakpoint
CREATE INDEX `tickets_by_appointment` ON `tickets` (`appointment_id`) WHERE appointment_id is not null;
--> statement-breakpoint
CREATE INDEX `tickets_after_appointment` ON `tickets` (`after_appointment_id`) WHERE after_appointment_id is not null;
--> statement-breakpoint
CREATE INDEX `tickets_open_by_end` ON `tickets` (`to_date`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `tickets_to_ask` ON `tickets` (`next_ask_at`) WHERE state = 'open' and next_ask_at is not null;
--> statement-breakpoint
CREATE TABLE `plan_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`age_months` integer NOT NULL,
	`from_days` integer NOT NULL,
	`to_days` integer NOT NULL,
	`treatment_id` text NOT NULL,
	`version` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_rows_age" CHECK("age_months" between 0 and 216),
	CONSTRAINT "plan_rows_window" CHECK(from_days <= to_days)
);
--> statement-breakpoint
CREATE INDEX `plan_rows_by_age` ON `plan_rows` (`age_months`,`from_days`) WHERE removed_at is null;
--> statement-breakpoint
CREATE TABLE `due_items` (
	`child_id` text NOT NULL,
	`row_id` text NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`to_date` text NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`next_ask` integer,
	`ticket_id` text,
	`counted_visit_id` text,
	`elsewhere_month` text,
	`changed_by` text,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`child_id`, `row_id`),
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`row_id`) REFERENCES `plan_rows`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "due_items_state" CHECK("state" in ('due', 'done', 'elsewhere', 'declined', 'over')),
	CONSTRAINT "due_items_elsewhere" CHECK((state = 'elsewhere') = (elsewhere_month is not null))
);
--> statement-breakpoint
CREATE INDEX `due_items_by_end` ON `due_items` (`to_date`) WHERE state = 'due';
--> statement-breakpoint
CREATE INDEX `due_items_to_ask` ON `due_items` (`next_ask`) WHERE next_ask is not null;
--> statement-breakpoint
CREATE INDEX `due_items_by_row` ON `due_items` (`row_id`);
--> statement-breakpoint
CREATE INDEX `due_items_by_ticket` ON `due_items` (`ticket_id`) WHERE ticket_id is not null;
--> statement-breakpoint
CREATE TABLE `contact_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`child_id` text NOT NULL,
	`ticket_id` text,
	`outcome` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`made_by` text NOT NULL,
	`made_at` integer NOT NULL,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_attempts_outcome" CHECK("outcome" in ('reached', 'message', 'no_answer', 'wrong_number', 'declined')),
	CONSTRAINT "contact_attempts_note_length" CHECK(length(note) <= 200)
);
--> statement-breakpoint
CREATE INDEX `contact_attempts_by_child` ON `contact_attempts` (`child_id`,`id`);
--> statement-breakpoint
CREATE INDEX `contact_attempts_by_ticket` ON `contact_attempts` (`ticket_id`) WHERE ticket_id is not null;
--> statement-breakpoint
CREATE TABLE `stopped_recalls` (
	`id` text PRIMARY KEY NOT NULL,
	`child_id` text NOT NULL,
	`uid` text,
	`desk_family_id` text,
	`stopped_at` integer NOT NULL,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`desk_family_id`) REFERENCES `desk_families`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "stopped_recalls_of_one" CHECK((uid is null) <> (desk_family_id is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stopped_recalls_once` ON `stopped_recalls` (`child_id`,coalesce(uid, desk_family_id));
--> statement-breakpoint
CREATE INDEX `stopped_recalls_by_user` ON `stopped_recalls` (`uid`) WHERE uid is not null;
--> statement-breakpoint
CREATE INDEX `stopped_recalls_by_desk_family` ON `stopped_recalls` (`desk_family_id`) WHERE desk_family_id is not null;
--> statement-breakpoint
ALTER TABLE `treatments` ADD `booking` text DEFAULT 'online' NOT NULL CONSTRAINT `treatments_booking` CHECK (booking in ('online', 'ticket', 'desk'));
--> statement-breakpoint
-- Also INSERT OR REPLACE, which deletes without the trigger below.
CREATE TRIGGER `contact_attempts_are_not_replaced` BEFORE INSERT ON `contact_attempts`
WHEN EXISTS (SELECT 1 FROM `contact_attempts` WHERE id = new.id)
BEGIN SELECT RAISE(ABORT, 'contact_attempt:immutable'); END;
--> statement-breakpoint
-- Merging two children moves what was written of one to the other.
CREATE TRIGGER `contact_attempts_never_change` BEFORE UPDATE OF `id`, `outcome`, `note`, `made_by`, `made_at` ON `contact_attempts`
BEGIN SELECT RAISE(ABORT, 'contact_attempt:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `contact_attempts_never_disappear` BEFORE DELETE ON `contact_attempts`
WHEN EXISTS (SELECT 1 FROM `children` WHERE id = old.child_id)
BEGIN SELECT RAISE(ABORT, 'contact_attempt:immutable'); END;
