-- Whether families can book online: existing databases stay open, and nothing in them is a sample.
ALTER TABLE `clinic_settings` ADD `open_state` text DEFAULT 'open' NOT NULL;
--> statement-breakpoint
ALTER TABLE `clinic_settings` ADD `opens_on` text;
--> statement-breakpoint
ALTER TABLE `clinic_settings` ADD `pause_reason` text;
--> statement-breakpoint
ALTER TABLE `clinic_settings` ADD `opening_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `clinic_settings` ADD `confirmed_setup` text DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE `doctors` ADD `sample` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `treatments` ADD `sample` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- What is kept of the schedule holds until then.
CREATE TRIGGER `schedule_opening_changed` AFTER UPDATE OF `opening_version` ON `clinic_settings` BEGIN
	UPDATE `schedule_version` SET `version` = `version` + 1;
END;
