-- What the desk took without an account is the family's, and its account's while the two are linked.
ALTER TABLE `payments` ADD `payer_desk_family_id` text REFERENCES `desk_families`(`id`) ON DELETE set null CONSTRAINT `payments_one_payer` CHECK (payer_uid is null or payer_desk_family_id is null);
--> statement-breakpoint
CREATE INDEX `payments_by_desk_family` ON `payments` (`payer_desk_family_id`) WHERE payer_desk_family_id is not null;
--> statement-breakpoint
UPDATE `payments` SET `payer_desk_family_id` = (
	SELECT coalesce(`visit`.`desk_family_id`, (
		SELECT min(`family`.`id`) FROM `desk_families` AS `family` WHERE `family`.`linked_uid` = `visit`.`patient_uid`))
	FROM `payment_items` AS `item` JOIN `appointments` AS `visit` ON `visit`.`id` = `item`.`appointment_id`
	WHERE `item`.`payment_id` = `payments`.`id` AND `visit`.`child_id` IS NULL LIMIT 1)
WHERE `payer_uid` IS NULL AND `method` <> 'card';
--> statement-breakpoint
UPDATE `payments` SET `payer_uid` = (
	SELECT `visit`.`patient_uid` FROM `payment_items` AS `item` JOIN `appointments` AS `visit` ON `visit`.`id` = `item`.`appointment_id`
	WHERE `item`.`payment_id` = `payments`.`id` AND `visit`.`child_id` IS NULL LIMIT 1)
WHERE `payer_uid` IS NULL AND `payer_desk_family_id` IS NULL AND `method` <> 'card';
--> statement-breakpoint
-- Old and new values of what identifies a child or a family. It goes only with the child or the family.
CREATE TABLE `identity_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`child_id` text,
	`desk_family_id` text,
	`field` text NOT NULL,
	`old_value` text,
	`new_value` text,
	`corrected` integer NOT NULL,
	`kept` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`desk_family_id`) REFERENCES `desk_families`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "identity_changes_field" CHECK("field" in ('name', 'birthDate', 'phone', 'email')),
	CONSTRAINT "identity_changes_of_one" CHECK((child_id is null) <> (desk_family_id is null))
);
--> statement-breakpoint
CREATE INDEX `identity_changes_by_child` ON `identity_changes` (`child_id`) WHERE child_id is not null;
--> statement-breakpoint
CREATE INDEX `identity_changes_by_desk_family` ON `identity_changes` (`desk_family_id`) WHERE desk_family_id is not null;
--> statement-breakpoint
-- Also INSERT OR REPLACE, which deletes without the trigger below.
CREATE TRIGGER `identity_changes_never_replaced` BEFORE INSERT ON `identity_changes`
WHEN EXISTS (SELECT 1 FROM `identity_changes` AS `other` WHERE other.id = new.id)
BEGIN SELECT RAISE(ABORT, 'identity_change:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `identity_changes_never_change` BEFORE UPDATE ON `identity_changes`
BEGIN SELECT RAISE(ABORT, 'identity_change:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `identity_changes_never_disappear` BEFORE DELETE ON `identity_changes`
WHEN EXISTS (SELECT 1 FROM `children` WHERE id = old.child_id) OR EXISTS (SELECT 1 FROM `desk_families` WHERE id = old.desk_family_id)
BEGIN SELECT RAISE(ABORT, 'identity_change:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `children_identity_is_recorded` BEFORE UPDATE OF `name`, `birth_date` ON `children`
WHEN (new.name <> old.name AND new.name IS NOT (
		SELECT new_value FROM `identity_changes` WHERE child_id = old.id AND field = 'name' ORDER BY rowid DESC LIMIT 1))
	OR (new.birth_date <> old.birth_date AND new.birth_date IS NOT (
		SELECT new_value FROM `identity_changes` WHERE child_id = old.id AND field = 'birthDate' ORDER BY rowid DESC LIMIT 1))
BEGIN SELECT RAISE(ABORT, 'identity_change:missing'); END;
--> statement-breakpoint
CREATE TRIGGER `desk_families_identity_is_recorded` BEFORE UPDATE OF `name`, `phone`, `email` ON `desk_families`
WHEN (new.name <> old.name AND new.name IS NOT (
		SELECT new_value FROM `identity_changes` WHERE desk_family_id = old.id AND field = 'name' ORDER BY rowid DESC LIMIT 1))
	OR (new.phone <> old.phone AND new.phone IS NOT (
		SELECT new_value FROM `identity_changes` WHERE desk_family_id = old.id AND field = 'phone' ORDER BY rowid DESC LIMIT 1))
	OR (new.email IS NOT old.email AND NOT EXISTS (
		SELECT 1 FROM (SELECT new_value FROM `identity_changes` WHERE desk_family_id = old.id AND field = 'email' ORDER BY rowid DESC LIMIT 1) AS `last`
		WHERE last.new_value IS new.email))
BEGIN SELECT RAISE(ABORT, 'identity_change:missing'); END;
--> statement-breakpoint
-- The database knows no clock of the clinic; what has begun without a word of staff is the domain's.
CREATE TRIGGER `appointments_patient_is_fixed`
BEFORE UPDATE OF `child_name`, `child_birth_date`, `patient_name` ON `appointments`
WHEN (old.status = 'cancelled' OR old.attendance IN ('completed', 'no_show'))
	AND (new.child_name IS NOT old.child_name OR new.child_birth_date IS NOT old.child_birth_date OR new.patient_name <> old.patient_name)
BEGIN SELECT RAISE(ABORT, 'appointment:patient_is_fixed'); END;
--> statement-breakpoint
-- Linking a family to an account: proposed by staff, confirmed by the account, undone by an admin.
CREATE TABLE `family_links` (
	`id` text PRIMARY KEY NOT NULL,
	`desk_family_id` text NOT NULL,
	`uid` text NOT NULL,
	`state` text DEFAULT 'proposed' NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at` integer NOT NULL,
	`answered_at` integer,
	`undone_by` text,
	`undone_at` integer,
	`appointments` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`desk_family_id`) REFERENCES `desk_families`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "family_links_state" CHECK("state" in ('proposed', 'confirmed', 'declined', 'replaced', 'undone'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `family_links_one_live` ON `family_links` (`desk_family_id`) WHERE state in ('proposed', 'confirmed');
--> statement-breakpoint
CREATE INDEX `family_links_by_account` ON `family_links` (`uid`, `state`);
--> statement-breakpoint
-- Families that staff have linked so far; the bookings of the desk say which appointments moved.
INSERT INTO `family_links` (`id`, `desk_family_id`, `uid`, `state`, `proposed_by`, `proposed_at`, `answered_at`, `appointments`)
SELECT 'link:' || `family`.`id`, `family`.`id`, `family`.`linked_uid`, 'confirmed',
	coalesce(`event`.`actor`, `family`.`created_by`), coalesce(`event`.`occurred_at`, `family`.`created_at`), coalesce(`event`.`occurred_at`, `family`.`created_at`),
	(SELECT json_group_array(`visit`.`id`) FROM `appointments` AS `visit` WHERE `visit`.`patient_uid` = `family`.`linked_uid` AND `visit`.`child_id` IS NULL
		AND `visit`.`id` IN (SELECT `subject` FROM `events` WHERE json_extract(`data`, '$.family') = `family`.`id`))
FROM `desk_families` AS `family`
LEFT JOIN `events` AS `event` ON `event`.`id` = (SELECT max(`id`) FROM `events` WHERE `subject` = `family`.`id` AND `kind` = 'family.linked')
WHERE `family`.`linked_uid` IS NOT NULL;
