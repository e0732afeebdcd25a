-- Deliveries of events that the relay of the version before had not published yet.
INSERT OR IGNORE INTO `event_deliveries` (`event_id`, `handler`, `due_at`)
SELECT `events`.`id`, `subscriptions`.`column2`, unixepoch() * 1000
FROM `events` JOIN (VALUES
	('stripe.event_received', 'payment.reconcile'),
	('refund.requested', 'payment.refund'),
	('appointment.cancelled', 'payment.give_up'),
	('user.removed', 'account.delete'),
	('image.received', 'image.process'),
	('image.removed', 'image.destroy')
) AS `subscriptions` ON `subscriptions`.`column1` = `events`.`kind`
WHERE `events`.`published_at` IS NULL;
--> statement-breakpoint
DROP INDEX `events_unpublished`;--> statement-breakpoint
ALTER TABLE `events` DROP COLUMN `published_at`;--> statement-breakpoint
UPDATE `event_deliveries` SET `status` = 'failed' WHERE `status` = 'parked';--> statement-breakpoint
UPDATE `events` SET `data` = json_remove(json_set(`data`, '$.treatmentId', json_extract(`data`, '$.service')), '$.service') WHERE `kind` = 'appointment.booked' AND json_type(`data`, '$.service') IS NOT NULL;--> statement-breakpoint
UPDATE `events` SET `data` = json_remove(json_set(`data`, '$.ownerId', json_extract(`data`, '$.of')), '$.of') WHERE `kind` = 'image.removed' AND json_type(`data`, '$.of') IS NOT NULL;--> statement-breakpoint
DROP TRIGGER `appointments_added_availability`;--> statement-breakpoint
DROP TRIGGER `appointments_moved_availability`;--> statement-breakpoint
DROP TRIGGER `appointments_removed_availability`;--> statement-breakpoint
DROP TRIGGER `services_added_availability`;--> statement-breakpoint
DROP TRIGGER `services_changed_availability`;--> statement-breakpoint
DROP TRIGGER `services_removed_availability`;--> statement-breakpoint
DROP TRIGGER `service_slots_added_availability`;--> statement-breakpoint
DROP TRIGGER `service_slots_changed_availability`;--> statement-breakpoint
DROP TRIGGER `service_slots_removed_availability`;--> statement-breakpoint
DROP TRIGGER `closures_added_availability`;--> statement-breakpoint
DROP TRIGGER `closures_changed_availability`;--> statement-breakpoint
DROP TRIGGER `closures_removed_availability`;--> statement-breakpoint
DROP TABLE `availability_versions`;--> statement-breakpoint
CREATE TABLE `schedule_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "schedule_version_single_row" CHECK("schedule_version"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `schedule_version` (`id`, `version`) VALUES (1, 1);--> statement-breakpoint
ALTER TABLE `services` RENAME TO `treatments`;--> statement-breakpoint
ALTER TABLE `treatments` DROP CONSTRAINT `services_price_chargeable`;--> statement-breakpoint
ALTER TABLE `treatments` ADD CONSTRAINT `treatments_price_chargeable` CHECK (`price_cents` >= 50);--> statement-breakpoint
DROP INDEX `services_name_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `treatments_name_unique` ON `treatments` (`name`);--> statement-breakpoint
ALTER TABLE `service_slots` RENAME TO `treatment_times`;--> statement-breakpoint
ALTER TABLE `treatment_times` RENAME COLUMN `service_id` TO `treatment_id`;--> statement-breakpoint
ALTER TABLE `treatment_times` DROP CONSTRAINT `service_slots_within_a_day`;--> statement-breakpoint
ALTER TABLE `treatment_times` ADD CONSTRAINT `treatment_times_within_a_day` CHECK (`start_minute` >= 0 and `length_minutes` > 0 and `start_minute` + `length_minutes` <= 1440);--> statement-breakpoint
ALTER TABLE `appointments` RENAME COLUMN `service_id` TO `treatment_id`;--> statement-breakpoint
ALTER TABLE `images` RENAME COLUMN `keeper` TO `storage_provider`;--> statement-breakpoint
ALTER TABLE `images` DROP CONSTRAINT `images_processed_has_keeper`;--> statement-breakpoint
ALTER TABLE `images` ADD CONSTRAINT `images_processed_has_storage_provider` CHECK (`status` <> 'processed' or `storage_provider` is not null);
