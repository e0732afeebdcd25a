-- The words of the website that admins write. Until then it says what it says today.
CREATE TABLE `site_texts` (
	`section` text NOT NULL,
	`version` integer NOT NULL,
	`body` text,
	`confirmed` text NOT NULL,
	`written_at` integer NOT NULL,
	PRIMARY KEY(`section`, `version`),
	CONSTRAINT "site_texts_section" CHECK("site_texts"."section" in ('hero', 'care', 'treatments', 'why', 'statistics', 'testimonials', 'team', 'about', 'footer')),
	CONSTRAINT "site_texts_version" CHECK("site_texts"."version" > 0),
	CONSTRAINT "site_texts_kept" CHECK(body is not null or "site_texts"."section" = 'testimonials')
);
--> statement-breakpoint
-- Testimonials keep only their newest words: a family may withdraw its permission.
CREATE TRIGGER `site_texts_never_change` BEFORE UPDATE ON `site_texts`
WHEN new.section IS NOT old.section OR new.version IS NOT old.version OR new.confirmed IS NOT old.confirmed
	OR new.written_at IS NOT old.written_at
	OR (new.body IS NOT old.body AND (new.body IS NOT NULL OR old.section <> 'testimonials'
		OR old.version = (SELECT max(version) FROM site_texts WHERE section = old.section)))
BEGIN SELECT RAISE(ABORT, 'site_text:immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `site_texts_never_disappear` BEFORE DELETE ON `site_texts`
BEGIN SELECT RAISE(ABORT, 'site_text:immutable'); END;
--> statement-breakpoint
-- The next version only: it neither replaces words nor leaves a gap.
CREATE TRIGGER `site_texts_are_appended` BEFORE INSERT ON `site_texts`
WHEN new.version <> (SELECT coalesce(max(version), 0) + 1 FROM site_texts WHERE section = new.section)
BEGIN SELECT RAISE(ABORT, 'site_text:immutable'); END;
