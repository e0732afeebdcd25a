-- Counts the changes of a day's appointments as far as they decide whether these fit the schedule: what was
-- found out about a day holds until the next one.
CREATE TABLE `appointment_days` (
	`date` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `appointment_days` (`date`, `version`) SELECT DISTINCT `date`, 1 FROM `appointments` WHERE status = 'booked' AND attendance = 'expected';
--> statement-breakpoint
CREATE TRIGGER `appointment_days_added_to` AFTER INSERT ON `appointments` BEGIN
	INSERT INTO `appointment_days` (`date`, `version`) VALUES (new.date, 1) ON CONFLICT (`date`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `appointment_days_changed` AFTER UPDATE OF `date`, `start_minute`, `length_minutes`, `treatment_id`, `doctor_id`, `child_birth_date`, `override_reason`, `version`, `status`, `attendance` ON `appointments` BEGIN
	INSERT INTO `appointment_days` (`date`, `version`) VALUES (old.date, 1), (new.date, 1) ON CONFLICT (`date`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `appointment_days_removed_from` AFTER DELETE ON `appointments` BEGIN
	INSERT INTO `appointment_days` (`date`, `version`) VALUES (old.date, 1) ON CONFLICT (`date`) DO UPDATE SET `version` = `version` + 1;
END;
