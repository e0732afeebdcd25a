CREATE TABLE `availability_versions` (
	`scope` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `appointments_added_availability` AFTER INSERT ON `appointments` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES (new.date, 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `appointments_moved_availability` AFTER UPDATE OF `date`, `service_id`, `start_minute`, `status` ON `appointments` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES (old.date, 1), (new.date, 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `appointments_removed_availability` AFTER DELETE ON `appointments` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES (old.date, 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `services_added_availability` AFTER INSERT ON `services` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `services_changed_availability` AFTER UPDATE ON `services` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `services_removed_availability` AFTER DELETE ON `services` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `service_slots_added_availability` AFTER INSERT ON `service_slots` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `service_slots_changed_availability` AFTER UPDATE ON `service_slots` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `service_slots_removed_availability` AFTER DELETE ON `service_slots` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `closures_added_availability` AFTER INSERT ON `closures` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `closures_changed_availability` AFTER UPDATE ON `closures` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `closures_removed_availability` AFTER DELETE ON `closures` BEGIN
	INSERT INTO `availability_versions` (`scope`, `version`) VALUES ('clinic', 1) ON CONFLICT (`scope`) DO UPDATE SET `version` = `version` + 1;
END;
