-- Calendars know an appointment by its UID and ORGANIZER: both stay as they were first sent. The first start
-- gives older appointments those that were sent until then; see domain/notifications/calendar-identities.ts.
ALTER TABLE `appointments` ADD COLUMN `calendar_uid` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `appointments` ADD COLUMN `organizer` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `clinic_settings` ADD COLUMN `organizer` text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `appointments_calendar_identity_given` AFTER INSERT ON `appointments` WHEN new.calendar_uid = '' BEGIN
	UPDATE `appointments` SET `calendar_uid` = new.id, `organizer` = coalesce((SELECT `organizer` FROM `clinic_settings`), '') WHERE `id` = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `appointments_calendar_identity_kept` BEFORE UPDATE OF `calendar_uid`, `organizer` ON `appointments` WHEN old.calendar_uid <> ''
	AND (new.calendar_uid <> old.calendar_uid OR new.organizer <> old.organizer) BEGIN
	SELECT raise(ABORT, 'appointment:calendar_identity');
END;
