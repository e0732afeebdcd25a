-- The patients of a pediatric clinic, and who may act for them.
CREATE TABLE `children` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`birth_date` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	CONSTRAINT "children_name_length" CHECK(length("name") between 1 and 100),
	CONSTRAINT "children_iso_date" CHECK("birth_date" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE TABLE `guardianships` (
	`child_id` text NOT NULL,
	`uid` text NOT NULL,
	`is_owner` integer DEFAULT false NOT NULL,
	`may_book` integer NOT NULL,
	`may_pay` integer NOT NULL,
	`receives_email` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`child_id`, `uid`),
	FOREIGN KEY (`child_id`) REFERENCES `children`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guardianships_by_guardian` ON `guardianships` (`uid`);
--> statement-breakpoint
-- An archived child does not count, and may have a namesake.
CREATE TRIGGER `guardianships_few_children` BEFORE INSERT ON `guardianships`
WHEN 12 <= (SELECT count(*) FROM `guardianships` AS `other` JOIN `children` ON `children`.`id` = other.child_id
	WHERE other.uid = new.uid AND `children`.`archived_at` IS NULL)
BEGIN SELECT RAISE(ABORT, 'family:too_many_children'); END;
--> statement-breakpoint
CREATE TRIGGER `guardianships_few_guardians` BEFORE INSERT ON `guardianships`
WHEN 6 <= (SELECT count(*) FROM `guardianships` AS `other` WHERE other.child_id = new.child_id)
BEGIN SELECT RAISE(ABORT, 'family:too_many_guardians'); END;
--> statement-breakpoint
CREATE TRIGGER `guardianships_no_namesake` BEFORE INSERT ON `guardianships`
WHEN EXISTS (
	SELECT 1 FROM `children` AS `added`, `guardianships` AS `other` JOIN `children` ON `children`.`id` = other.child_id
	WHERE added.id = new.child_id AND other.uid = new.uid AND other.child_id <> new.child_id
		AND `children`.`birth_date` = added.birth_date AND lower(`children`.`name`) = lower(added.name)
		AND `children`.`archived_at` IS NULL AND added.archived_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'family:same_child'); END;
--> statement-breakpoint
CREATE TRIGGER `children_no_namesake` BEFORE UPDATE OF `name`, `birth_date`, `archived_at` ON `children`
WHEN new.archived_at IS NULL AND EXISTS (
	SELECT 1 FROM `guardianships` AS `own` JOIN `guardianships` AS `other` ON other.uid = own.uid AND other.child_id <> own.child_id
		JOIN `children` ON `children`.`id` = other.child_id
	WHERE own.child_id = old.id AND `children`.`birth_date` = new.birth_date
		AND lower(`children`.`name`) = lower(new.name) AND `children`.`archived_at` IS NULL)
BEGIN SELECT RAISE(ABORT, 'family:same_child'); END;
--> statement-breakpoint
CREATE TRIGGER `children_few_when_restored` BEFORE UPDATE OF `archived_at` ON `children`
WHEN old.archived_at IS NOT NULL AND new.archived_at IS NULL AND EXISTS (
	SELECT 1 FROM `guardianships` AS `own` WHERE own.child_id = old.id
		AND 12 <= (SELECT count(*) FROM `guardianships` AS `other` JOIN `children` ON `children`.`id` = other.child_id
			WHERE other.uid = own.uid AND `children`.`archived_at` IS NULL))
BEGIN SELECT RAISE(ABORT, 'family:too_many_children'); END;
--> statement-breakpoint
CREATE TRIGGER `guardianships_keep_an_owner_deleted` BEFORE DELETE ON `guardianships`
WHEN old.is_owner
	AND NOT EXISTS (SELECT 1 FROM `guardianships` AS `other` WHERE other.child_id = old.child_id AND other.uid <> old.uid AND other.is_owner)
	AND EXISTS (SELECT 1 FROM `guardianships` AS `other` WHERE other.child_id = old.child_id AND other.uid <> old.uid)
BEGIN SELECT RAISE(ABORT, 'family:last_owner'); END;
--> statement-breakpoint
CREATE TRIGGER `guardianships_keep_an_owner_updated` BEFORE UPDATE OF `is_owner` ON `guardianships`
WHEN old.is_owner AND NOT new.is_owner
	AND NOT EXISTS (SELECT 1 FROM `guardianships` AS `other` WHERE other.child_id = old.child_id AND other.uid <> old.uid AND other.is_owner)
BEGIN SELECT RAISE(ABORT, 'family:last_owner'); END;
