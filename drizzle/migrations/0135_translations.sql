-- What the clinic wrote for families, in other languages.
CREATE TABLE `translations` (
	`language` text NOT NULL,
	`text` text NOT NULL,
	`translation` text NOT NULL,
	PRIMARY KEY(`language`, `text`),
	CONSTRAINT "translations_language" CHECK("translations"."language" in ('es')),
	CONSTRAINT "translations_kept" CHECK("translations"."text" <> '' and "translations"."translation" <> '')
);
