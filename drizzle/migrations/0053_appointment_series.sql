-- Appointments of one treatment that were booked together keep their series, and their place in it as it
-- was booked: the third of eight stays the third when another one is moved or canceled.
ALTER TABLE `appointments` ADD `series_id` text;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `series_number` integer;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `series_size` integer CONSTRAINT `appointments_place_in_series` CHECK (
	(`series_id` IS NULL) = (`series_number` IS NULL) AND (`series_id` IS NULL) = (`series_size` IS NULL)
	AND coalesce(`series_number` BETWEEN 1 AND `series_size` AND `series_size` >= 2, 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_of_series` ON `appointments` (`series_id`, `series_number`) WHERE series_id is not null;
