-- Every change of the schedule raises its version, whoever makes it: copies of the schedule hold until then.
-- Images of doctors are no part of it, and prices never change.
CREATE TRIGGER `schedule_clinic_settings_changed` AFTER UPDATE OF `details` ON `clinic_settings` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_closures_added` AFTER INSERT ON `closures` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_closures_changed` AFTER UPDATE ON `closures` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_closures_removed` AFTER DELETE ON `closures` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_doctor_treatments_added` AFTER INSERT ON `doctor_treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_doctor_treatments_changed` AFTER UPDATE ON `doctor_treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_doctor_treatments_removed` AFTER DELETE ON `doctor_treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_doctors_added` AFTER INSERT ON `doctors` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_doctors_changed` AFTER UPDATE OF `name`, `email`, `designation`, `specialty` ON `doctors` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_doctors_removed` AFTER DELETE ON `doctors` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_extra_session_treatments_added` AFTER INSERT ON `extra_session_treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_extra_session_treatments_changed` AFTER UPDATE ON `extra_session_treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_extra_session_treatments_removed` AFTER DELETE ON `extra_session_treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_extra_sessions_added` AFTER INSERT ON `extra_sessions` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_extra_sessions_changed` AFTER UPDATE ON `extra_sessions` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_extra_sessions_removed` AFTER DELETE ON `extra_sessions` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_hours_plans_added` AFTER INSERT ON `hours_plans` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_hours_plans_changed` AFTER UPDATE ON `hours_plans` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_hours_plans_removed` AFTER DELETE ON `hours_plans` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_hours_spans_added` AFTER INSERT ON `hours_spans` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_hours_spans_changed` AFTER UPDATE ON `hours_spans` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_hours_spans_removed` AFTER DELETE ON `hours_spans` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_prices_added` AFTER INSERT ON `prices` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_prices_removed` AFTER DELETE ON `prices` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_treatment_times_added` AFTER INSERT ON `treatment_times` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_treatment_times_changed` AFTER UPDATE ON `treatment_times` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_treatment_times_removed` AFTER DELETE ON `treatment_times` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_treatments_added` AFTER INSERT ON `treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_treatments_changed` AFTER UPDATE ON `treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `schedule_treatments_removed` AFTER DELETE ON `treatments` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
