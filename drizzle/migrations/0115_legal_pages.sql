-- Versions of legal pages, kept as they were published.
CREATE TABLE `legal_pages` (
	`page` text NOT NULL,
	`version` integer NOT NULL,
	`effective_on` text NOT NULL,
	`body` text NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`page`, `version`),
	CONSTRAINT "legal_pages_effective_on" CHECK(effective_on glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "legal_pages_body" CHECK(json_valid(body))
);
--> statement-breakpoint
-- Also against INSERT OR REPLACE, which deletes without the trigger below.
CREATE TRIGGER `legal_pages_are_numbered` BEFORE INSERT ON `legal_pages`
WHEN new.version IS NOT 1 + coalesce((SELECT max(version) FROM `legal_pages` WHERE page = new.page), 0)
BEGIN SELECT RAISE(ABORT, 'legal_page:out_of_order'); END;
--> statement-breakpoint
CREATE TRIGGER `legal_pages_take_effect_in_order` BEFORE INSERT ON `legal_pages`
WHEN new.effective_on < (SELECT max(effective_on) FROM `legal_pages` WHERE page = new.page)
BEGIN SELECT RAISE(ABORT, 'legal_page:too_early'); END;
--> statement-breakpoint
CREATE TRIGGER `legal_pages_never_change` BEFORE UPDATE ON `legal_pages`
BEGIN SELECT RAISE(ABORT, 'legal_page:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `legal_pages_never_disappear` BEFORE DELETE ON `legal_pages`
BEGIN SELECT RAISE(ABORT, 'legal_page:immutable'); END;
