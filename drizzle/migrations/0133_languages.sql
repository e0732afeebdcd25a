-- The language of the emails and receipts that they get; null for English.
ALTER TABLE `users` ADD `language` text CONSTRAINT `users_language` CHECK (`language` in ('es'));
--> statement-breakpoint
ALTER TABLE `desk_families` ADD `language` text CONSTRAINT `desk_families_language` CHECK (`language` in ('es'));
