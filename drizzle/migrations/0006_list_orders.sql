DROP INDEX `events_by_kind`;--> statement-breakpoint
CREATE INDEX `events_of_kind` ON `events` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_age` ON `users` (`created_at`,`uid`);