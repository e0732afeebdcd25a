-- What was computed in the clinic's time zone follows a corrected one: reminders, and the calendar files that
-- families were sent. Those of appointments to come were sent in the zone of the last start.
ALTER TABLE `clinic_settings` ADD COLUMN `applied_time_zone` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `clinic_settings` ADD COLUMN `time_zone_progress` text;
--> statement-breakpoint
UPDATE `clinic_settings` SET `applied_time_zone` = `time_zone`;
--> statement-breakpoint
ALTER TABLE `appointments` ADD COLUMN `calendar_revision` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `notifications` ADD COLUMN `time_zone` text;
--> statement-breakpoint
ALTER TABLE `notifications` ADD COLUMN `is_outdated` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `notifications` SET `time_zone` = (SELECT `time_zone` FROM `clinic_settings`)
WHERE `state` = 'sent'
	AND (`kind` IN ('calendar_event', 'moved', 'patient_changed') OR (`kind` = 'booked' AND `data` ->> 'others' IS NULL))
	AND `appointment_id` IN (SELECT `id` FROM `appointments` WHERE `status` = 'booked' AND `date` >= date('now', '-1 day'));
--> statement-breakpoint
CREATE INDEX `notifications_outdated` ON `notifications` (`appointment_id`, `id`) WHERE is_outdated = 1;
--> statement-breakpoint
CREATE TRIGGER `appointment_days_revised` AFTER UPDATE OF `calendar_revision` ON `appointments` BEGIN
	INSERT INTO `appointment_days` (`date`, `version`) VALUES (new.date, 1) ON CONFLICT (`date`) DO UPDATE SET `version` = `version` + 1;
END;
