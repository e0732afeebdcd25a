-- Texts of legal pages in other languages. A correction is another revision.
CREATE TABLE `legal_translations` (
	`page` text NOT NULL,
	`version` integer NOT NULL,
	`language` text NOT NULL,
	`revision` integer NOT NULL,
	`body` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`page`, `version`, `language`, `revision`),
	FOREIGN KEY (`page`,`version`) REFERENCES `legal_pages`(`page`,`version`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "legal_translations_language" CHECK("legal_translations"."language" in ('es')),
	CONSTRAINT "legal_translations_body" CHECK(json_valid("legal_translations"."body"))
);
--> statement-breakpoint
-- Also against INSERT OR REPLACE, which deletes without the trigger below.
CREATE TRIGGER `legal_translations_are_numbered` BEFORE INSERT ON `legal_translations`
WHEN new.revision IS NOT 1 + coalesce((SELECT max(revision) FROM `legal_translations`
	WHERE page = new.page AND version = new.version AND language = new.language), 0)
BEGIN SELECT RAISE(ABORT, 'legal_translation:out_of_order'); END;
--> statement-breakpoint
CREATE TRIGGER `legal_translations_never_change` BEFORE UPDATE ON `legal_translations`
BEGIN SELECT RAISE(ABORT, 'legal_translation:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `legal_translations_never_disappear` BEFORE DELETE ON `legal_translations`
BEGIN SELECT RAISE(ABORT, 'legal_translation:immutable'); END;
