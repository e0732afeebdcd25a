-- What a clinic brings from its previous system: families, coming appointments and past visits.
CREATE TABLE `import_refs` (
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`external_id` text NOT NULL,
	`our_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`source`, `kind`, `external_id`),
	CONSTRAINT "import_refs_kind" CHECK("import_refs"."kind" in ('family', 'child', 'appointment', 'visit', 'treatment', 'doctor'))
);
--> statement-breakpoint
CREATE INDEX `import_refs_by_own` ON `import_refs` (`our_id`) WHERE our_id is not null;--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`unit` integer DEFAULT 0 NOT NULL,
	`raw` text,
	`outcome` text,
	`sentence` text,
	`duplicate_of` text,
	`decision` text,
	`made` text DEFAULT '[]' NOT NULL,
	`undone` integer,
	PRIMARY KEY(`import_id`, `number`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_rows_outcome" CHECK("import_rows"."outcome" in ('added', 'same', 'filled', 'differs', 'duplicate', 'left_out', 'refused')),
	CONSTRAINT "import_rows_decision" CHECK("import_rows"."decision" in ('same', 'different', 'later'))
);
--> statement-breakpoint
CREATE INDEX `import_rows_by_unit` ON `import_rows` (`import_id`,`unit`);--> statement-breakpoint
CREATE INDEX `import_rows_by_outcome` ON `import_rows` (`import_id`,`outcome`,`number`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'reading' NOT NULL,
	`file_name` text NOT NULL,
	`encoding` text NOT NULL,
	`headers` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`mapping` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`units` integer DEFAULT 0 NOT NULL,
	`counts` text,
	`fingerprint` text,
	`version` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_by` text,
	`ran_at` integer,
	`undone_at` integer,
	`emptied_at` integer,
	CONSTRAINT "imports_kind" CHECK("imports"."kind" in ('families', 'appointments', 'visits')),
	CONSTRAINT "imports_state" CHECK("imports"."state" in ('reading', 'mapping', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imports_one_at_work` ON `imports` ((id is not null)) WHERE state in ('checking', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX `imports_by_age` ON `imports` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `past_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`child_id` text NOT NULL,
	`date` text NOT NULL,
	`treatment_id` text NOT NULL,
	`import_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`treatment_id`) REFERENCES `treatments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "past_visits_iso_date" CHECK("past_visits"."date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `past_visits_once` ON `past_visits` (`child_id`,`date`,`treatment_id`);--> statement-breakpoint
CREATE INDEX `past_visits_by_treatment` ON `past_visits` (`treatment_id`);--> statement-breakpoint
CREATE INDEX `past_visits_by_import` ON `past_visits` (`import_id`) WHERE import_id is not null;--> statement-breakpoint
CREATE TABLE `second_guardians` (
	`desk_family_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone` text,
	`email` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`desk_family_id`) REFERENCES `desk_families`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "second_guardians_email_lower_case" CHECK("second_guardians"."email" = lower("second_guardians"."email"))
);
--> statement-breakpoint
DROP INDEX `appointments_unpaid`;--> statement-breakpoint
ALTER TABLE `appointments` ADD `billed_elsewhere` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_unpaid` ON `appointments` (`date`,`start_minute`,`id`,`price_cents`) WHERE status = 'booked' and paid = 0 and attendance <> 'no_show' and billed_elsewhere = 0;--> statement-breakpoint
-- The previous system bills it.
CREATE TRIGGER `appointments_billed_elsewhere_stay_unpaid` BEFORE UPDATE OF `paid` ON `appointments`
WHEN NEW.`paid` = 1 AND NEW.`billed_elsewhere` = 1 BEGIN
	SELECT RAISE(ABORT, 'An appointment that the previous system bills cannot be paid here.');
END;
--> statement-breakpoint
-- A number of the previous system means nothing once our row is gone.
CREATE TRIGGER `import_refs_of_deleted_family` AFTER DELETE ON `desk_families` BEGIN
	DELETE FROM `import_refs` WHERE `our_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `import_refs_of_deleted_child` AFTER DELETE ON `children` BEGIN
	DELETE FROM `import_refs` WHERE `our_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `import_refs_of_deleted_appointment` AFTER DELETE ON `appointments` BEGIN
	DELETE FROM `import_refs` WHERE `our_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `import_refs_of_deleted_visit` AFTER DELETE ON `past_visits` BEGIN
	DELETE FROM `import_refs` WHERE `our_id` = OLD.`id`;
END;
