-- Links by which families of the previous system claim their records.
CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`desk_family_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`channel` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer DEFAULT 3 NOT NULL,
	`last_wrong` text,
	`used_at` integer,
	`used_by` text,
	`replaced_at` integer,
	FOREIGN KEY (`desk_family_id`) REFERENCES `desk_families`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`used_by`) REFERENCES `users`(`uid`) ON UPDATE cascade ON DELETE set null,
	CONSTRAINT "claims_channel" CHECK("claims"."channel" in ('email', 'letter')),
	CONSTRAINT "claims_tries" CHECK("claims"."tries_left" between 0 and 3),
	CONSTRAINT "claims_one_end" CHECK("claims"."used_at" is null or "claims"."replaced_at" is null),
	CONSTRAINT "claims_used_by" CHECK(used_by is null or used_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_token_hash_unique` ON `claims` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `claims_one_current` ON `claims` (`desk_family_id`) WHERE used_at is null and replaced_at is null;--> statement-breakpoint
CREATE INDEX `claims_by_family` ON `claims` (`desk_family_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `claims_by_user` ON `claims` (`used_by`) WHERE used_by is not null;--> statement-breakpoint
CREATE INDEX `claims_emailed` ON `claims` (`created_at`) WHERE channel = 'email';--> statement-breakpoint
CREATE INDEX `claims_printed` ON `claims` (`created_by`,`created_at`) WHERE channel = 'letter';--> statement-breakpoint
CREATE INDEX `claims_unused` ON `claims` (`expires_at`) WHERE used_at is null;--> statement-breakpoint
CREATE TRIGGER `claims_stay` BEFORE UPDATE OF `id`, `desk_family_id`, `token_hash`, `channel`, `created_by`, `created_at`, `expires_at` ON `claims` BEGIN
	SELECT RAISE(ABORT, 'A claim stays as it was made.');
END;
--> statement-breakpoint
-- A link is used once, and not after its last try or its replacement.
CREATE TRIGGER `claims_end_once` BEFORE UPDATE OF `tries_left`, `last_wrong`, `used_at`, `replaced_at` ON `claims`
WHEN OLD.`used_at` IS NOT NULL OR OLD.`replaced_at` IS NOT NULL
	OR (NEW.`used_at` IS NOT NULL AND OLD.`tries_left` = 0)
	OR NEW.`tries_left` NOT BETWEEN OLD.`tries_left` - 1 AND OLD.`tries_left` BEGIN
	SELECT RAISE(ABORT, 'A claim is used once.');
END;
--> statement-breakpoint
-- The account can be removed, or get another uid.
CREATE TRIGGER `claims_used_by_stays` BEFORE UPDATE OF `used_by` ON `claims`
WHEN OLD.`used_at` IS NOT NULL AND NEW.`used_by` IS NOT NULL
	AND EXISTS (SELECT 1 FROM `users` WHERE `uid` = OLD.`used_by`) BEGIN
	SELECT RAISE(ABORT, 'A claim is used once.');
END;
--> statement-breakpoint
ALTER TABLE `desk_families` ADD `import_id` text;--> statement-breakpoint
CREATE INDEX `desk_families_imported` ON `desk_families` (`id`) WHERE import_id is not null;--> statement-breakpoint
UPDATE `desk_families` SET `import_id` = `made`.`import_id` FROM (
	SELECT `import_rows`.`import_id`, json_extract(`value`, '$.id') AS `family`
	FROM `import_rows`, json_each(`import_rows`.`made`)
	WHERE json_extract(`value`, '$.made') = 'family'
) AS `made` WHERE `made`.`family` = `desk_families`.`id`;
