-- A language more needs no migration: words/languages.ts lists them.
ALTER TABLE `users` DROP CONSTRAINT `users_language`;
--> statement-breakpoint
ALTER TABLE `users` ADD CONSTRAINT `users_language` CHECK (`language` glob '[a-z][a-z]*' and `language` <> 'en');
--> statement-breakpoint
ALTER TABLE `desk_families` DROP CONSTRAINT `desk_families_language`;
--> statement-breakpoint
ALTER TABLE `desk_families` ADD CONSTRAINT `desk_families_language` CHECK (`language` glob '[a-z][a-z]*' and `language` <> 'en');
--> statement-breakpoint
ALTER TABLE `translations` DROP CONSTRAINT `translations_language`;
--> statement-breakpoint
ALTER TABLE `translations` ADD CONSTRAINT `translations_language` CHECK (`language` glob '[a-z][a-z]*' and `language` <> 'en');
--> statement-breakpoint
ALTER TABLE `legal_translations` DROP CONSTRAINT `legal_translations_language`;
--> statement-breakpoint
ALTER TABLE `legal_translations` ADD CONSTRAINT `legal_translations_language` CHECK (`language` glob '[a-z][a-z]*' and `language` <> 'en');
