-- A day's version also grows when a calendar feed says something else of its appointments, and days that are
-- over have one as well.
INSERT INTO `appointment_days` (`date`, `version`) SELECT DISTINCT `date`, 1 FROM `appointments` WHERE true ON CONFLICT (`date`) DO NOTHING;
--> statement-breakpoint
CREATE TRIGGER `appointment_days_renamed` AFTER UPDATE OF `treatment`, `patient_name`, `child_name`, `created_at`, `cancelled_at` ON `appointments` BEGIN
	INSERT INTO `appointment_days` (`date`, `version`) VALUES (new.date, 1) ON CONFLICT (`date`) DO UPDATE SET `version` = `version` + 1;
END;
