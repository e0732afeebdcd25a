-- The system of the clinic's identifiers was the site's address, which may change: other sites then took its
-- doctors and treatments for new ones. It is a UUID from now on, which stays.
ALTER TABLE `clinic_settings` ADD COLUMN `namespace` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `clinic_settings` SET `namespace` = lower(
	hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
	substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))
);
--> statement-breakpoint
CREATE TRIGGER `clinic_settings_namespace_kept` BEFORE UPDATE OF `namespace` ON `clinic_settings` WHEN old.namespace <> new.namespace BEGIN
	SELECT raise(ABORT, 'clinic_settings:namespace');
END;
--> statement-breakpoint
-- Roll-ups belong to the time zone by which their days were told apart: that of the last start.
ALTER TABLE `insight_progress` ADD COLUMN `time_zone` text;
--> statement-breakpoint
UPDATE `insight_progress` SET `time_zone` = (SELECT `time_zone` FROM `clinic_settings`) WHERE `position` IS NOT NULL;
